/** The records of a question: a table on wide screens, cards on phones. */
import type { AskOf } from '@muster/contract/wizards/runs.schema'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import table from '../../../../ui/Table.module.css'
import { FieldValue, isEmptyValue, useFieldContext } from '../../../fields/public.ts'
import { shownFieldOf } from '../asked-field.ts'
import classes from '../Runner.module.css'

interface PickListProps {
  ask: AskOf<'pick'>
  isNarrow: boolean
  chosen: ReadonlySet<number>
  problem: string | null
  onChoose(chosen: ReadonlySet<number>): void
}

export function PickList({ ask, isNarrow, chosen, problem, onChoose }: PickListProps) {
  const { t } = useTranslation(['wizardRuns'])
  const id = useId()
  const context = useFieldContext(ask.linked)
  const fields = useMemo(() => ask.fields.map(shownFieldOf), [ask.fields])
  if (ask.items.length === 0) return <p className={classes.nothing}>{t('pick.nothing')}</p>

  const nameOf = (item: AskOf<'pick'>['items'][number]) => item.name || t('pick.unnamed')
  const input = (item: AskOf<'pick'>['items'][number]) => {
    if (ask.selection === 'none') return null
    const isMany = ask.selection === 'many'
    return (
      <input
        type={isMany ? 'checkbox' : 'radio'}
        name={id}
        checked={chosen.has(item.id)}
        aria-label={nameOf(item)}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={() => onChoose(isMany ? toggled(chosen, item.id) : new Set([item.id]))}
      />
    )
  }
  const list = isNarrow ? (
    <ul className={classes.cards}>
      {ask.items.map((item) => (
        <li key={item.id}>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the input is inside */}
          <label className={classes.card} data-chosen={chosen.has(item.id) || undefined}>
            {input(item)}
            <span className={classes.cardBody}>
              <span className={classes.cardName}>{nameOf(item)}</span>
              {fields
                .filter(({ columnName }) => !isEmptyValue(item.values[columnName]))
                .map((field) => (
                  <span key={field.id} className={classes.cardLine}>
                    <span className={classes.cardLabel}>{field.title}</span>
                    <FieldValue field={field} value={item.values[field.columnName]} context={context} />
                  </span>
                ))}
            </span>
          </label>
        </li>
      ))}
    </ul>
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.tableBox} tabIndex={0} aria-label={ask.title}>
      <table className={table.table}>
        <thead>
          <tr>
            {ask.selection !== 'none' && (
              <th scope="col" className={classes.check}>
                <span className={table.hidden}>{t('pick.choose')}</span>
              </th>
            )}
            <th scope="col">{t('pick.name')}</th>
            {fields.map((field) => (
              <th key={field.id} scope="col">
                {field.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ask.items.map((item) => (
            <tr
              key={item.id}
              data-selected={chosen.has(item.id) || undefined}
              className={ask.selection === 'none' ? undefined : classes.choosable}
              onClick={(event) => {
                // The whole row chooses, as a label would.
                if (event.target instanceof Element && event.target.closest('input, a, button')) return
                event.currentTarget.querySelector('input')?.click()
              }}
            >
              {ask.selection !== 'none' && <td className={classes.check}>{input(item)}</td>}
              <td>{nameOf(item)}</td>
              {fields.map((field) => (
                <td key={field.id}>
                  <FieldValue field={field} value={item.values[field.columnName]} context={context} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
  return (
    <fieldset className={classes.plainSet} aria-describedby={problem === null ? undefined : `${id}-problem`}>
      <legend className={table.hidden}>{ask.title}</legend>
      {problem !== null && (
        <p id={`${id}-problem`} className={classes.problem}>
          {problem}
        </p>
      )}
      {list}
    </fieldset>
  )
}

function toggled(chosen: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}
