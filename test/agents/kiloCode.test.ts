import { KILO_CODE_PROGRAM } from './sessions/kiloCodeProgram';
import { describeFamilyProgram } from './opencodeFamilyCases';

describeFamilyProgram('the real Kilo Code', KILO_CODE_PROGRAM, 'kilo.json');
