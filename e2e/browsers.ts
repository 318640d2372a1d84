import { findBrowser, findWholeBrowser } from '../scripts/checks/find-browser.mjs'

const launch = (executablePath: string | null) => ({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
})

/** The browser of the journeys: the headless shell, where it is installed. */
export const browser = launch(findBrowser())
/** For what the headless shell lacks, such as showing a PDF. */
export const wholeBrowser = launch(findWholeBrowser())
