/** What somebody at work opens all day long. */
export const pagesOfEveryDay = /\/(shell\/Shell|screens\/(TeamDashboard|CollectionRecords|RecordPage))\.tsx$/
