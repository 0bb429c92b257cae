/** `aws`, `az`, `gcloud`, `terraform`. */
import type { CommandSpec } from '../commandTable';

export const CLOUD_TOOLS: readonly CommandSpec[] = [];
