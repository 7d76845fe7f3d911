/**
 * `atelier mcp`: the Model Context Protocol as it is spoken over standard input and output, one JSON message a line. Only
 * tools are offered, so the few messages are answered here: the kit for it brings a web server along (docs/EDITORS.md).
 */
import { createInterface } from 'node:readline'
import { packageRoot } from '../base/package.ts'
import { projectRoot } from '../cli/project.ts'
import { TOOLS, version } from './tools.ts'

/** What this speaks where a client asks for something else. */
const PROTOCOL = '2025-06-18'
const KNOWN = ['2024-11-05', '2025-03-26', PROTOCOL]

interface Message {
  id?: number | string
  method?: string
  params?: Record<string, unknown>
}

/** Answers until the input ends. */
export async function run(): Promise<number> {
  const root = projectRoot()
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue
    const said = answer(root, line)
    if (said) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...said })}\n`)
  }
  return 0
}

function answer(root: string, line: string): object | undefined {
  let message: Message
  try {
    message = JSON.parse(line) as Message
  } catch {
    return { id: null, error: { code: -32700, message: 'this is no JSON' } }
  }
  const { id, method = '', params = {} } = message
  if (id === undefined) return undefined
  const result = resultOf(root, method, params)
  return result ? { id, result } : { id, error: { code: -32601, message: `there is no "${method}" here` } }
}

function resultOf(root: string, method: string, params: Record<string, unknown>): object | undefined {
  if (method === 'ping') return {}
  if (method === 'initialize')
    return {
      protocolVersion: KNOWN.includes(String(params.protocolVersion)) ? params.protocolVersion : PROTOCOL,
      capabilities: { tools: {} },
      serverInfo: { name: 'atelier', version: version(packageRoot()) },
      instructions:
        'Schemas of a back office. Look with explain and used, try a change with try before you write it, then check.',
    }
  if (method === 'tools/list')
    return {
      tools: Object.entries(TOOLS).map(([name, { about, input, required }]) => ({
        name,
        description: about,
        inputSchema: { type: 'object', properties: input, required, additionalProperties: false },
      })),
    }
  return method === 'tools/call' ? called(root, params) : undefined
}

/** The answer of a tool; what went wrong is an answer too, so that the agent can mend it. */
function called(root: string, { name, arguments: input = {} }: Record<string, unknown>): object {
  const say = (said: string, isError: boolean): object => ({ content: [{ type: 'text', text: said }], isError })
  const tool = TOOLS[String(name)]
  if (!tool) return say(`there is no tool "${String(name)}"; there are ${Object.keys(TOOLS).join(', ')}`, true)
  const given = input as Record<string, unknown>
  const missing = tool.required.find((key) => given[key] === undefined)
  if (missing) return say(`"${missing}" is missing`, true)
  const unknown = Object.keys(given).find((key) => !(key in tool.input))
  if (unknown) return say(`there is no "${unknown}"; ${String(name)} takes ${Object.keys(tool.input).join(', ')}`, true)
  try {
    return say(tool.run(root, given), false)
  } catch (error) {
    return say(error instanceof Error ? error.message : String(error), true)
  }
}
