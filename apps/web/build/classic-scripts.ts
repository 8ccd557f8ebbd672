/**
 * Turns the files of the build, ES modules, into classic scripts that `src/app/module-loader.ts` runs. Chromium keeps what V8
 * has compiled of a script for the next visit; of modules above 30 kB it keeps it in vain, and compiles them again.
 */
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rollup, VERSION as rollupVersion } from 'rollup'
import { minify, type Plugin, type Rolldown } from 'vite'

/** This file and the loader. */
const sources = ['./classic-scripts.ts', '../src/app/module-loader.ts'].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
)

export function classicScripts(): Plugin {
  return {
    name: 'muster:classic-scripts',
    apply: 'build',
    transform: { filter: { id: /^\0vite\/preload-helper/ }, handler: preloadsScripts },
    // Browsers keep a file forever by its name, which by itself would not depend on what is done here.
    augmentChunkHash: () => sources.map((file) => fs.readFileSync(file, 'utf8')).join() + rollupVersion,
    transformIndexHtml: { order: 'post', handler: withClassicScripts },
    renderChunk: {
      order: 'post',
      handler(code, chunk) {
        return isModule(chunk) ? { code: withPauses(code, this.parse(code).body), map: null } : null
      },
    },
    generateBundle: {
      // After what Vite adds to the files at last.
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle).filter((file) => file.type === 'chunk')
        await Promise.all(
          files.filter(isModule).map(async (file) => {
            file.code = await asClassicScript(file.code)
          }),
        )
        const own = named(files, 'module-loader')
        // Every page starts with it.
        const first = named(files, 'rolldown-runtime')
        first.code = own.code + first.code
        delete bundle[own.fileName]
      },
    },
  }
}

/** Others are scripts that run by themselves. */
const isModule = ({ isEntry, imports, exports }: Rolldown.RenderedChunk): boolean =>
  !isEntry || imports.length > 0 || exports.length > 0

const pause = 'System.pause()'
/** Of code between two pauses, in characters before it is minified. */
const mostBetweenPauses = 12_000

/**
 * Lets the loader pause between the statements of a module, so that a slow processor does not run a file in one long task.
 *
 * @param statements of the code's top level
 */
export function withPauses(
  code: string,
  statements: readonly { type: string; start: number; end: number }[],
): string {
  const parts: string[] = []
  let end = 0
  let size = 0
  for (const { type, start, end: next } of statements) {
    // Nothing runs for these.
    if (type !== 'FunctionDeclaration' && type !== 'ImportDeclaration') size += next - start
    if (size < mostBetweenPauses) continue
    parts.push(code.slice(end, next), `;${pause};`)
    end = next
    size = 0
  }
  return [...parts, code.slice(end)].join('')
}

function named(files: readonly Rolldown.OutputChunk[], name: string): Rolldown.OutputChunk {
  const found = files.find((file) => file.name === name)
  if (!found) throw new Error(`The build has no file ${name}`)
  return found
}

/** @param code an ES module whose imports are other files @returns a script that registers it with the loader */
export async function asClassicScript(code: string): Promise<string> {
  const id = 'module'
  const bundle = await rollup({
    input: id,
    treeshake: false,
    makeAbsoluteExternalsRelative: false,
    onwarn: ({ message }) => {
      throw new Error(message)
    },
    plugins: [
      {
        name: 'module',
        resolveId: (source) => ({ id: source, external: source !== id }),
        load: () => code,
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'system', compact: true, generatedCode: 'es2015' })
  await bundle.close()
  const [{ code: script }] = output
  if (/\bexecute:\(async\b/.test(script)) throw new Error('A file awaits something before it can be imported')
  // The code itself is minified; what was added to it has long names.
  const options = { module: false, compress: false, mangle: true, codegen: { removeWhitespace: true } }
  const minified = await minify('module.js', awaitsPauses(script), options)
  if (minified.errors.length > 0) throw new AggregateError(minified.errors, 'A file could not be minified')
  return minified.code
}

/** @param script in which pauses are no more than calls, whose statements the minifier may have joined to expressions */
const awaitsPauses = (script: string): string =>
  script.includes(pause)
    ? script.replace(/\bexecute:\(function\b/, 'execute:(async function').replaceAll(pause, `await ${pause}`)
    : script

/**
 * What a lazy import will need is asked for as a script: as a module, it would be loaded twice. The scripts of the page are
 * there already.
 */
function preloadsScripts(code: string): string {
  const replacements: [RegExp, string][] = [
    [/const scriptRel = .*?\)\(\);/s, "const scriptRel = 'preload';"],
    [
      /const seen = \{\};/,
      'const seen = Object.fromEntries(Array.from(document.scripts, ({ src }) => [src]));',
    ],
  ]
  return replacements.reduce((text, [from, to]) => {
    if (!from.test(text)) throw new Error('Vite preloads modules in another way')
    return text.replace(from, to)
  }, code)
}

const imported = /[ \t]*<link rel="modulepreload" crossorigin href="([^"]+)">\n/g
const ofPage = /[ \t]*<script type="module" crossorigin src="([^"]+)"><\/script>\n/

/**
 * Puts the files that the script of the page imports before it, so that the browser runs each in a task of its own. Together
 * they would be one task, of a tenth of a second on a phone.
 */
function withClassicScripts(html: string): string {
  const scripts = [...html.matchAll(imported), ...html.matchAll(new RegExp(ofPage, 'g'))]
  if (scripts.length < 2) throw new Error('A page has no imports of its script')
  const tags = scripts.map(([, address]) => `    <script defer crossorigin src="${address}"></script>\n`)
  return html.replaceAll(imported, '').replace(ofPage, tags.join(''))
}
