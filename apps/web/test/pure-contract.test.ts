import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import type { FieldType } from '@muster/contract/fields/definition'
import { dataTypes } from '@muster/contract/fields/families'
import { fieldTypes } from '@muster/contract/fields/types/index'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { pureContract } from '../build/pure-contract.ts'

const moduleOf = (name: string) =>
  fileURLToPath(new URL(`../../../packages/contract/src/${name}.ts`, import.meta.url))
const records = moduleOf('records/records.schema')

/** The script of an app with these statements. */
async function built(source: string): Promise<string> {
  const entry = 'virtual:entry'
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      pureContract(),
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  })
  return (result as Rolldown.RolldownOutput).output.map((file) => ('code' in file ? file.code : '')).join('')
}

/** The script of an app that imports this from a module of the contract. */
const builtWith = (name: string) =>
  built(`import { ${name} } from ${JSON.stringify(records)}; console.log(${name})`)

test('what an app does not use of a module of the contract is left out, with the library of schemas', async () => {
  expect(await builtWith('datePeriods')).not.toContain('ZodObject')
})

test('what it uses is kept', async () => {
  expect(await builtWith('dataRecordSchema')).toContain('ZodObject')
})

test('schemas of types of fields are made when they are first read, once, and are the same', async () => {
  const script = await built(`
    import { fieldTypes } from ${JSON.stringify(moduleOf('fields/types/index'))}
    const isMade = (type, name) => 'value' in Object.getOwnPropertyDescriptor(type, name)
    globalThis.late = Object.keys(fieldTypes).filter((name) => !isMade(fieldTypes[name], 'settings'))
    globalThis.readings = (${readings})(fieldTypes)
    globalThis.isKept = Object.values(fieldTypes).every(
      (type) => isMade(type, 'settings') && isMade(type, 'value') && type.settings === type.settings,
    )`)
  const app: Record<string, unknown> = {}
  vm.runInNewContext(script, Object.assign(app, { URL, TextEncoder }))
  // Those that helpers copy from what they are given are made at once.
  expect(app.late).toEqual(expect.arrayContaining(['boolean', 'date', 'money', 'single_file']))
  expect((app.late as string[]).length).toBeGreaterThan(dataTypes.length / 2)
  expect(app.isKept).toBe(true)
  const all = readings(fieldTypes as unknown as Record<string, FieldType>)
  expect(all.flatMap(({ values }) => values).length).toBeGreaterThan(3 * dataTypes.length)
  expect(JSON.parse(JSON.stringify(app.readings))).toEqual(JSON.parse(JSON.stringify(all)))
})

/** What the schemas of each type make of no settings, of unknown ones, and of examples of values. Runs in the app, too. */
function readings(types: Record<string, FieldType>) {
  return Object.entries(types).map(([name, { settings, value, examples }]) => {
    const { values, bad } = examples({ ids: [1, 2, 3], fileIds: ['a', 'b', 'c'] })
    return {
      name,
      defaults: settings.safeParse({}).data,
      isClosed: !settings.safeParse({ unheardOf: 1 }).success,
      values: [...values, ...bad.map(({ input }) => input)].map((one) => value.safeParse(one).success),
    }
  })
}
