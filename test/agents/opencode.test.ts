import { describeFamilyProgram } from './opencodeFamilyCases';
import { OPENCODE_PROGRAM } from './opencodeFamilySession';

describeFamilyProgram('the real opencode', OPENCODE_PROGRAM, 'opencode.json');
