/** Files of the build, as the module loader runs them in a page. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { asClassicScript } from '../build/classic-scripts.ts'

const host = 'https://muster.example'

interface Script {
  src: string
  onload?: () => void
  onerror?: () => void
  remove?: () => void
}

/** A page of a server that has these ES modules, as the build writes them. `log` is what they have said. */
async function pageWith(modules: Record<string, string>) {
  const files = new Map<string, string>()
  for (const [name, code] of Object.entries(modules)) {
    files.set(`${host}/${name}`, await asClassicScript(code))
  }
  const requests: string[] = []
  const log: unknown[] = []
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
  const page = vm.createContext({ document, URL, TypeError, say: (one: unknown) => log.push(one) })
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
    /** As a script element of the page. */
    run: (name: string) => runScript({ src: `${host}/${name}` }),
  }
}

async function loader(): Promise<string> {
  const file = fileURLToPath(new URL('../src/app/module-loader.ts', import.meta.url))
  return (await transformWithOxc(await readFile(file, 'utf8'), file)).code
}

test('scripts of the page run at once, in turn, and share what they export', async () => {
  const page = await pageWith({
    'first.js': 'export let count = 0; export const add = () => { count++ }; say("first")',
    'second.js': 'import { count, add as more } from "./first.js"; say(count); more(); say(count)',
  })
  page.run('first.js')
  expect(page.log).toEqual(['first'])
  page.run('second.js')
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
  page.run('app.js')
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
  page.run('app.js')
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
  page.run('app.js')
  await expect.poll(() => page.log.length).toBe(3)
  expect(page.log).toEqual(['broken runs', 'broken', 'broken'])
})

test('modules that import each other run, and a script of the page loads what the page does not have', async () => {
  const page = await pageWith({
    'app.js': 'import { ask } from "./a.js"; say(ask())',
    'a.js': 'import { answer } from "./b.js"; export const name = "a"; export const ask = () => answer()',
    'b.js': 'import { name } from "./a.js"; export const answer = () => "b of " + name',
  })
  page.run('app.js')
  await expect.poll(() => page.log).toEqual(['b of a'])
})

test('a file that must be awaited fails the build', async () => {
  await expect(asClassicScript('await fetch("/"); export const a = 1')).rejects.toThrow('awaits')
})
