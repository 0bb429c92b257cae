import assert from 'node:assert/strict';
import type { EditorWindow } from './editorWindow';

/**
 * Drags the side bar's edge, as somebody with a mouse does.
 *
 * @param pixels the side bar's width then; VS Code lets it become neither very narrow nor wider than the window
 */
export async function resizeSideBar({ page }: EditorWindow, pixels: number): Promise<void> {
  const bar = (await page.locator('.part.sidebar').boundingBox()) ?? assert.fail('There is no side bar.');
  await page.mouse.move(bar.x + bar.width, 400);
  await page.mouse.down();
  await page.mouse.move(bar.x + pixels, 400, { steps: 5 });
  await page.mouse.up();
  // Beside the edge, which else stays lit.
  await page.mouse.move(bar.x + pixels + 200, 400);
}
