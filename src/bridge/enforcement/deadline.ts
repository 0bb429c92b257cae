import type { Clock } from '../../common/clock';

/** Either clock counts: one stops in sleep, the other can be set back. */
export class Deadline {
  private readonly monotonicEnd: number;
  private readonly wallEnd: number;

  constructor(
    private readonly clock: Clock,
    milliseconds: number,
  ) {
    this.monotonicEnd = clock.monotonic() + milliseconds;
    this.wallEnd = clock.now() + milliseconds;
  }

  get passed(): boolean {
    return this.clock.monotonic() >= this.monotonicEnd || this.clock.now() >= this.wallEnd;
  }
}
