/**
 * Key files, whose reading is asked about. Ordinary rules, which people see in their settings and can remove. Whole folders where a key
 * may have any name. Elsewhere than at home only hidden files: a search of a project leaves those out by itself, and is not held up.
 */
export const DEFAULT_ASK_RULES: readonly string[] = [
  // Keys and key rings.
  'read(~/.ssh/**)',
  'read(~/.gnupg/**)',
  'read(~/.password-store/**)',
  'read(~/.local/share/keyrings/**)',
  'read(~/Library/Keychains/**)',
  'read(~/.config/op/**)',
  'read(~/.vault-token)',
  // Clouds and clusters.
  'read(~/.aws/**)',
  'read(~/.azure/**)',
  'read(~/.config/gcloud/**)',
  'read(~/AppData/Roaming/gcloud/**)',
  'read(~/.kube/**)',
  'read(~/.docker/config.json)',
  'read(~/.terraform.d/**)',
  'read(~/AppData/Roaming/terraform.d/**)',
  // Source control, registries and other services.
  'read(~/.git-credentials)',
  'read(~/.config/git/credentials)',
  'read(~/.config/gh/hosts.yml)',
  'read(~/AppData/Roaming/GitHub CLI/hosts.yml)',
  'read(~/.config/glab-cli/**)',
  'read(~/.netrc)',
  'read(~/_netrc)',
  'read(~/.npmrc)',
  'read(~/.pypirc)',
  'read(~/.cargo/credentials*)',
  'read(~/.pgpass)',
  // Passwords and sessions that browsers keep.
  'read(~/.mozilla/**)',
  'read(~/.config/google-chrome/**)',
  'read(~/Library/Application Support/Firefox/**)',
  'read(~/Library/Application Support/Google/Chrome/**)',
  'read(~/AppData/Roaming/Mozilla/Firefox/**)',
  'read(~/AppData/Local/Google/Chrome/**)',
  // Secrets of a project. Its example files are ordinary.
  'read(.env)',
  'read(.env.local)',
  'read(.env.*.local)',
  'read(.env.dev*)',
  'read(.env.prod*)',
  'read(.env.stag*)',
  'read(.env.test)',
];
