/**
 * The tools of GitHub Copilot by the names that its hooks get: those of Copilot CLI 1.0.102 from the requests that it sends to a model,
 * those of VS Code's local agent loop from its source. Patches (`apply_patch`) are in no row: what becomes of one is Copilot's own matter.
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

/** So many words does no name of a folder have. */
const MAX_WORDS = 100;

/**
 * Where nothing has the name that a search is given, Copilot CLI takes it for several names with blanks between them. Either may be there
 * by the time of the search, so both readings count.
 */
function perhapsSeveral(search: ToolSpec): ToolSpec {
  return {
    ...search,
    subject: (input) => {
      // A text that is no JSON: where it would search is not known.
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
  // Since 1.0 each command has a process of its own; before, a shell lived on, and no payload tells the version.
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

/** Its searches are in no row: they go through every folder of the window, of which a call names none. */
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
