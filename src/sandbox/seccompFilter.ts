/** A classic BPF program for bubblewrap's `--seccomp`, beyond namespaces and mounts. See seccomp(2). */
import { table } from '../common/table';

interface Machine {
  /** AUDIT_ARCH_*: another machine's system calls are refused. */
  readonly audit: number;
  readonly calls: Readonly<
    Record<RefusedCall | 'socket' | 'ioctl' | 'clone' | 'clone3' | 'unshare' | 'io_uring_setup', number>
  >;
  /** Above are x32's numbers. */
  readonly otherNumbersFrom?: number;
}

const REFUSED = [
  // Keyrings are the user's in every namespace.
  ...(['add_key', 'request_key', 'keyctl'] as const),
  // Large parts of the kernel; no test needs them.
  ...(['bpf', 'perf_event_open', 'userfaultfd', 'kexec_load', 'init_module', 'finit_module', 'delete_module'] as const),
  // Ways around the mounts.
  ...(['mount', 'umount2', 'pivot_root', 'setns', 'open_by_handle_at', 'open_tree', 'move_mount'] as const),
  ...(['fsopen', 'fsmount', 'fspick', 'mount_setattr'] as const),
] as const;
type RefusedCall = (typeof REFUSED)[number];

/** On every machine. */
const NEWER_CALLS = {
  io_uring_setup: 425,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsmount: 432,
  fspick: 433,
  clone3: 435,
  mount_setattr: 442,
} as const;

/** From the kernel's tables. */
const MACHINES: Readonly<Record<string, Machine>> = table({
  x64: {
    audit: 0xc000003e,
    otherNumbersFrom: 0x40000000,
    calls: {
      ...NEWER_CALLS,
      ...{ ioctl: 16, socket: 41, clone: 56, pivot_root: 155, mount: 165, umount2: 166, init_module: 175 },
      ...{ delete_module: 176, kexec_load: 246, add_key: 248, request_key: 249, keyctl: 250, unshare: 272 },
      ...{ perf_event_open: 298, open_by_handle_at: 304, setns: 308, finit_module: 313, bpf: 321, userfaultfd: 323 },
    },
  },
  arm64: {
    audit: 0xc00000b7,
    calls: {
      ...NEWER_CALLS,
      ...{ ioctl: 29, umount2: 39, mount: 40, pivot_root: 41, unshare: 97, kexec_load: 104, init_module: 105 },
      ...{ delete_module: 106, socket: 198, add_key: 217, request_key: 218, keyctl: 219, clone: 220 },
      ...{ perf_event_open: 241, open_by_handle_at: 265, setns: 268, finit_module: 273, bpf: 280, userfaultfd: 282 },
    },
  },
});

const ERRNO = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const;
const RETURN_ALLOW = 0x7fff0000;
const RETURN_ERRNO = 0x00050000;

/** Local sockets, both internets (only the sandbox's localhost) and the kernel's. */
const SOCKET_FAMILIES = [1, 2, 10, 16];
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
const CLONE_NEWUSER = 0x10000000;

const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;

const NUMBER_AT = 0;
const AUDIT_AT = 4;
/** The argument's lower half. */
const argumentAt = (index: number): number => 16 + 8 * index;

type Instruction = readonly [code: number, value: number, ifTrue?: number, ifFalse?: number];

/** @returns undefined: unknown machine */
export function seccompFilter(machineKind: string): Buffer | undefined {
  const machine = MACHINES[machineKind];
  if (machine === undefined) return undefined;
  const { calls, audit, otherNumbersFrom } = machine;
  return assembled([
    [LOAD, AUDIT_AT],
    [JUMP_IF_EQUAL, audit, 1, 0],
    refuse('ENOSYS'),
    [LOAD, NUMBER_AT],
    ...(otherNumbersFrom === undefined ? [] : onlyIf(JUMP_IF_AT_LEAST, otherNumbersFrom, [refuse('ENOSYS')])),
    ...REFUSED.flatMap((name) => onlyIf(JUMP_IF_EQUAL, calls[name], [refuse('EPERM')])),
    // It makes sockets past the filter.
    ...onlyIf(JUMP_IF_EQUAL, calls.io_uring_setup, [refuse('ENOSYS')]),
    // Its flags are in memory, unseen by a filter; libraries then use clone.
    ...onlyIf(JUMP_IF_EQUAL, calls.clone3, [refuse('ENOSYS')]),
    ...[calls.clone, calls.unshare].flatMap((number) =>
      onlyIf(JUMP_IF_EQUAL, number, [
        [LOAD, argumentAt(0)],
        [JUMP_IF_ANY_BIT, CLONE_NEWUSER, 0, 1],
        refuse('EPERM'),
        [RETURN, RETURN_ALLOW],
      ]),
    ),
    ...onlyIf(JUMP_IF_EQUAL, calls.ioctl, [
      [LOAD, argumentAt(1)],
      [JUMP_IF_EQUAL, TIOCSTI, 1, 0],
      [JUMP_IF_EQUAL, TIOCLINUX, 0, 1],
      refuse('EPERM'),
      [RETURN, RETURN_ALLOW],
    ]),
    ...onlyIf(JUMP_IF_EQUAL, calls.socket, [
      [LOAD, argumentAt(0)],
      ...SOCKET_FAMILIES.map((family, index): Instruction => [
        JUMP_IF_EQUAL,
        family,
        SOCKET_FAMILIES.length - index,
        0,
      ]),
      refuse('EAFNOSUPPORT'),
      [RETURN, RETURN_ALLOW],
    ]),
    [RETURN, RETURN_ALLOW],
  ]);
}

function refuse(error: keyof typeof ERRNO): Instruction {
  return [RETURN, RETURN_ERRNO | ERRNO[error]];
}

function onlyIf(test: number, value: number, then: readonly Instruction[]): readonly Instruction[] {
  return [[test, value, 0, then.length], ...then];
}

/** `struct sock_filter`: u16 code, u8 jt, u8 jf, u32 k. */
function assembled(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(8 * program.length);
  program.forEach(([code, value, ifTrue = 0, ifFalse = 0], index) => {
    bytes.writeUInt16LE(code, 8 * index);
    bytes.writeUInt8(ifTrue, 8 * index + 2);
    bytes.writeUInt8(ifFalse, 8 * index + 3);
    bytes.writeUInt32LE(value >>> 0, 8 * index + 4);
  });
  return bytes;
}
