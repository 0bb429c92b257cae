import type { AgentDialect } from '../../agents/hooks/agentDialect';
import { pluginName } from '../../agents/hooks/pluginEntry';
import { PLUGIN_GATE } from './programTexts';

const PLUGIN_GATE_NAME = 'pluginGate.mjs';

/** By name; one folder, with the windows' client. */
export function pluginPrograms(
  dialects: readonly AgentDialect[],
): readonly { readonly name: string; readonly text: string }[] {
  return [
    { name: PLUGIN_GATE_NAME, text: PLUGIN_GATE },
    ...dialects.flatMap(({ id, plugin }) =>
      plugin === undefined ? [] : [{ name: pluginName(id), text: pluginProgram(id, plugin) }],
    ),
  ];
}

function pluginProgram(agent: string, plugin: string): string {
  const gate = `import { gateOf } from './${PLUGIN_GATE_NAME}';`;
  return `${gate}\n\n${plugin}\nexport default plugin(gateOf(${JSON.stringify(agent)}));\n`;
}
