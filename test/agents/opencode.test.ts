import { describeFamilyProgram } from './opencodeFamilyCases';
import { OPENCODE_PROGRAM } from './sessions/opencodeFamilySession';

describeFamilyProgram('the real opencode', OPENCODE_PROGRAM, 'opencode.json');
