/**
 * The start of a public wizard with its first question, as its page shows them one after the other. Nothing in it works:
 * the page's own components take its place (`app/public-wizard/prerendered.ts`).
 */
import type { PublicWizard } from '@muster/contract/wizards/public-runs.api'
import type { RunScreen } from '@muster/contract/wizards/runs.schema'
import { searchOf, useAddress } from '../../../lib/navigation.ts'
import { firstEditors } from '../../fields/visitors/public.ts'
import { placeOf } from '../public-run/early.ts'
import { readLook } from '../public-run/public-search.ts'
import { nameOfRun } from '../public-run/run-keys.ts'
import { StartPage } from '../public-run/StartPage.tsx'
import { VisitorRun } from '../public-run/VisitorRun.tsx'
import { narrow } from '../runner/RunView.tsx'

interface FirstLookProps {
  teamId: number
  wizard: PublicWizard
  screen: RunScreen | null
  isNarrow: boolean
}

export function FirstLook({ teamId, wizard, screen, isNarrow }: FirstLookProps) {
  const place = placeOf(teamId, wizard.id)
  const { theme, isEmbedded } = readLook(searchOf(useAddress()))
  return (
    // A page that is reloaded in the middle of a run does not show its start.
    <div
      data-run={nameOfRun(place)}
      data-theme={theme}
      data-is-embedded={isEmbedded || undefined}
      data-is-narrow={isNarrow || undefined}
      data-narrow={narrow}
    >
      <div data-part="start">
        <StartPage
          wizard={wizard}
          onLanguage={nothing}
          onStarted={nothing}
          start={never}
          verification={null}
        />
      </div>
      {screen && isThereAtOnce(screen, isNarrow) && (
        <div data-part="question">
          <VisitorRun
            teamId={teamId}
            place={place}
            started={{ wizardRunId: screen.id, key: '', screen }}
            isNarrow={isNarrow}
            isWithin={() => true}
            onStep={nothing}
            onNext={nothing}
            onGone={nothing}
          />
        </div>
      )}
    </div>
  )
}

const nothing = () => {}
const never = () => Promise.reject(new Error('A first look starts no run'))

/** Whether the page shows a question without loading an editor, or what sanitises texts, for it. */
function isThereAtOnce({ ask, texts, needsSignIn }: RunScreen, isNarrow: boolean): boolean {
  if (!ask || needsSignIn || texts.length > 0) return false
  const fields = ask.kind === 'form' ? ask.fields : ask.kind === 'value' ? [ask.field] : null
  return fields?.slice(0, isNarrow ? 1 : undefined).every(({ dataType }) => dataType in firstEditors) ?? false
}
