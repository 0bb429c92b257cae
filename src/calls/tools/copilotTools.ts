/**
 * Copilot CLI 1.0.102 from its model requests, VS Code's local agent loop from its source. Omits patches
 * (`apply_patch`): Copilot decides their effect.
 */
import type { FileTouch } from '../../files/fileTouch';
import {
  bash,
  contentSearch,
  coordination,
  fetch,
  inPlace,
  listing,
  opaqueEdit,
  overwrite,
  powershell,
  question,
  read,
  subagent,
  webSearch,
  type ToolSpec,
} from './toolSpec';
import { InputProblem } from '../../common/inputProblem';

const MAX_WORDS = 100;

/** If no such name exists, Copilot CLI splits it at blanks. Either may exist by then, so both count. */
function perhapsSeveral(search: ToolSpec): ToolSpec {
  return {
    ...search,
    subject: (input) => {
      // Not JSON: the search location is unknown.
      if (typeof input['input'] === 'string') throw new InputProblem('input must be an object');
      const subject = search.subject(input);
      return { ...subject, files: (subject.files ?? []).flatMap((touch) => [touch, ...namesWithin(touch)]) };
    },
  };
}

function namesWithin(touch: FileTouch): readonly FileTouch[] {
  const words = touch.path.split(' ').filter((word) => word !== '');
  if (words.length > MAX_WORDS) throw new InputProblem(`a path of ${words.length} words is none`);
  return words.length === 1 && words[0] === touch.path ? [] : words.map((path) => ({ ...touch, path }));
}

const CLI_TOOLS: Readonly<Record<string, ToolSpec>> = {
  view: read('path'),
  grep: perhapsSeveral(contentSearch(true, 'path', 'paths')),
  rg: perhapsSeveral(contentSearch(true, 'path', 'paths')),
  glob: perhapsSeveral(listing(['pattern'], 'path', 'paths')),
  update_todo: coordination,
  ask_user: question,
  // A process per command since 1.0; before, a shell persisted, and payloads name no version.
  bash: bash({ language: 'bash', living: ['shellId', 'sessionId'], waiting: ['mode', 'detach'] }),
  read_bash: coordination,
  stop_bash: coordination,
  list_bash: coordination,
  powershell,
  create: overwrite(['path'], ['file_text']),
  edit: inPlace({ path: ['path'], old: ['old_str'], new: ['new_str'] }),
  str_replace: inPlace({ path: ['path'], old: ['old_str'], new: ['new_str'] }),
  web_fetch: fetch('url'),
  web_search: webSearch,
  task: subagent,
  read_agent: coordination,
  list_agents: coordination,
  fetch_copilot_cli_documentation: coordination,
};

/** Omits its searches, which cover every folder of the window. */
const LOCAL_LOOP_TOOLS: Readonly<Record<string, ToolSpec>> = {
  read_file: read('filePath'),
  view_image: read('filePath'),
  list_dir: listing([], 'path'),
  manage_todo_list: coordination,
  vscode_askQuestions: question,
  run_in_terminal: bash({ language: 'login', living: [], waiting: ['goal', 'isBackground'] }),
  create_file: overwrite(['filePath'], ['content']),
  replace_string_in_file: inPlace({ path: ['filePath'], old: ['oldString'], new: ['newString'] }),
  insert_edit_into_file: opaqueEdit('filePath'),
  edit_notebook_file: opaqueEdit('filePath'),
  runSubagent: subagent,
};

export const COPILOT_TOOLS: Readonly<Record<string, ToolSpec>> = { ...CLI_TOOLS, ...LOCAL_LOOP_TOOLS };
