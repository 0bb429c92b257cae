import type { PanelPage } from '../../src/panel/features';

export class PageEvent extends Event {
  static readonly type = 'auto-mode-page';
  readonly page: PanelPage;

  constructor(page: PanelPage) {
    super(PageEvent.type, { bubbles: true, composed: true });
    this.page = page;
  }
}
