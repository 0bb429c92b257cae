import type { PanelDestination, PanelPage } from '../../src/panel/features';

export class PageEvent extends Event {
  static readonly type = 'auto-mode-page';
  readonly page: PanelPage;
  /** Undefined: the beginning of the page. */
  readonly section: PanelDestination['section'];

  constructor(page: PanelPage, section?: PanelDestination['section']) {
    super(PageEvent.type, { bubbles: true, composed: true });
    this.page = page;
    this.section = section;
  }
}
