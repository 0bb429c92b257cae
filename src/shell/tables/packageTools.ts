import type { CommandSpec } from '../model/commandTable';
import { JAVASCRIPT_PACKAGES } from './packages/javascriptPackages';
import { LANGUAGE_PACKAGES } from './packages/languagePackages';
import { PYTHON_PACKAGES } from './packages/pythonPackages';
import { SYSTEM_PACKAGES } from './packages/systemPackages';

export const PACKAGE_TOOLS: readonly CommandSpec[] = [
  ...JAVASCRIPT_PACKAGES,
  ...PYTHON_PACKAGES,
  ...LANGUAGE_PACKAGES,
  ...SYSTEM_PACKAGES,
];
