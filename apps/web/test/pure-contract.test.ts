import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { pureContract } from '../build/pure-contract.ts'

const records = fileURLToPath(
  new URL('../../../packages/contract/src/records/records.schema.ts', import.meta.url),
)

/** The script of an app that imports this from a module of the contract. */
async function builtWith(name: string): Promise<string> {
  const entry = 'virtual:entry'
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      pureContract(),
      {
        name: 'entry',
        resolveId: (source) => (source === entry ? source : undefined),
        load: (id) =>
          id === entry
            ? `import { ${name} } from ${JSON.stringify(records)}; console.log(${name})`
            : undefined,
      },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  })
  return (built as Rolldown.RolldownOutput).output.map((file) => ('code' in file ? file.code : '')).join('')
}

test('what an app does not use of a module of the contract is left out, with the library of schemas', async () => {
  expect(await builtWith('datePeriods')).not.toContain('ZodObject')
})

test('what it uses is kept', async () => {
  expect(await builtWith('dataRecordSchema')).toContain('ZodObject')
})
