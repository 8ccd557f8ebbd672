/** Files of the build, as the module loader runs them in a page. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { parseSync, transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { asClassicScript, withPauses } from '../build/classic-scripts.ts'

const host = 'https://muster.example'

interface Script {
  src: string
  onload?: () => void
  onerror?: () => void
  remove?: () => void
}

/**
 * A page of a server that has these ES modules, as the build writes them. `log` is what they have said; `work(ms)` takes them
 * so long.
 */
async function pageWith(modules: Record<string, string>, hasScheduler = true) {
  const files = new Map<string, string>()
  for (const [name, code] of Object.entries(modules)) {
    files.set(`${host}/${name}`, await asClassicScript(withPauses(code, parseSync(name, code).program.body)))
  }
  const requests: string[] = []
  const log: unknown[] = []
  let now = 0
  const document = {
    currentScript: null as Script | null,
    createElement: (): Script => ({ src: '', remove: () => {} }),
    head: {
      append(script: Script) {
        requests.push(script.src)
        setTimeout(() => (files.has(script.src) ? runScript(script) : script.onerror?.()))
      },
    },
  }
  const page = vm.createContext({
    document,
    URL,
    TypeError,
    scheduler: hasScheduler && {
      yield() {
        log.push('pause')
        return new Promise((resolve) => setImmediate(resolve))
      },
    },
    MessageChannel: class extends MessageChannel {
      constructor() {
        super()
        log.push('pause')
      }
    },
    performance: { now: () => now },
    work: (ms: number) => {
      now += ms
    },
    reportError: (error: unknown) => log.push(error),
    say: (one: unknown) => log.push(one),
  })
  vm.runInContext(await loader(), page)

  /** As a browser does. What it throws is for the error event of the window. */
  function runScript(script: Script): void {
    document.currentScript = script
    try {
      vm.runInContext(files.get(script.src) ?? '', page)
    } finally {
      document.currentScript = null
      script.onload?.()
    }
  }

  return {
    requests,
    log,
    files,
    /** As a script element of the page, in a task of its own. */
    run(name: string): Promise<void> {
      runScript({ src: `${host}/${name}` })
      return new Promise((resolve) => setImmediate(resolve))
    },
  }
}

async function loader(): Promise<string> {
  const file = fileURLToPath(new URL('../src/app/module-loader.ts', import.meta.url))
  return (await transformWithOxc(await readFile(file, 'utf8'), file)).code
}

test('scripts of the page run in their own tasks, and share what they export', async () => {
  const page = await pageWith({
    'first.js': 'export let count = 0; export const add = () => { count++ }; say("first")',
    'second.js': 'import { count, add as more } from "./first.js"; say(count); more(); say(count)',
  })
  await page.run('first.js')
  expect(page.log).toEqual(['first'])
  await page.run('second.js')
  expect(page.log).toEqual(['first', 0, 1])
  expect(page.requests).toEqual([])
})

test('a module is loaded once when it is needed, with what it imports, and runs after that', async () => {
  const page = await pageWith({
    'app.js': `const load = () => import("./screen.js"); say(import.meta.url)
      Promise.all([load(), load()]).then(([a, b]) => say([a === b, a.default, a.name]))`,
    'screen.js':
      'import { name } from "./names.js"; import "./effect.js"; say("screen"); export { name }; export default 1',
    'names.js': 'say("names"); export const name = "Ada"',
    'effect.js': 'import { name } from "./names.js"; say("effect on " + name)',
  })
  await page.run('app.js')
  await expect.poll(() => page.log.length).toBe(5)
  expect(page.log).toEqual([`${host}/app.js`, 'names', 'effect on Ada', 'screen', [true, 1, 'Ada']])
  expect(page.requests.sort()).toEqual(['effect', 'names', 'screen'].map((name) => `${host}/${name}.js`))
})

test('a module that could not be loaded is asked for again, and the error is that of a browser', async () => {
  const page = await pageWith({
    'app.js': `const load = () => import("./screen.js").then(({ name }) => say(name), (error) => say(error.message))
      say(load)`,
    'screen.js': 'import { name } from "./names.js"; export { name }',
  })
  await page.run('app.js')
  const [load] = page.log as [() => Promise<void>]
  await load()
  expect(page.log.at(-1)).toBe(`Failed to fetch dynamically imported module: ${host}/names.js`)
  page.files.set(`${host}/names.js`, await asClassicScript('export const name = "Ada"'))
  await load()
  expect(page.log.at(-1)).toBe('Ada')
})

test('what a module throws is thrown by each import of it, and it runs only once', async () => {
  const page = await pageWith({
    'app.js': `const load = () => import("./screen.js").catch(({ message }) => say(message)); load().then(load)`,
    'screen.js': 'import "./broken.js"; say("not run")',
    'broken.js': 'say("broken runs"); throw new Error("broken")',
  })
  await page.run('app.js')
  await expect.poll(() => page.log.length).toBe(3)
  expect(page.log).toEqual(['broken runs', 'broken', 'broken'])
})

test('modules that import each other run, and a script of the page loads what the page does not have', async () => {
  const page = await pageWith({
    'app.js': 'import { ask } from "./a.js"; say(ask())',
    'a.js': 'import { answer } from "./b.js"; export const name = "a"; export const ask = () => answer()',
    'b.js': 'import { name } from "./a.js"; export const answer = () => "b of " + name',
  })
  await page.run('app.js')
  await expect.poll(() => page.log).toEqual(['b of a'])
})

/** As long as what the build leaves between two pauses. */
const long = `/* ${'long '.repeat(3000)} */`

const longModules = {
  'first.js': `say("a", ${long}); work(30); export let count = 1
    say("b", ${long}); work(10); count++
    say("c", ${long}); work(20); count++
    say("d", ${long}); export class Counter { static first = count } say("e")`,
  'second.js': 'import { Counter, count } from "./first.js"; say([Counter.first, count])',
}

test.each([true, false])(
  'a module pauses after long work, and what imports it runs when it is through (scheduler: %s)',
  async (hasScheduler) => {
    const page = await pageWith(longModules, hasScheduler)
    page.run('first.js')
    page.run('second.js')
    await expect.poll(() => page.log).toContainEqual([3, 3])
    expect(page.log).toEqual(['a', 'pause', 'b', 'pause', 'c', 'd', 'pause', 'e', [3, 3]])
  },
)

test('a file that must be awaited fails the build', async () => {
  await expect(asClassicScript('await fetch("/"); export const a = 1')).rejects.toThrow('awaits')
})
