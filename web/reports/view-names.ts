/** The screens of the accountant's orders, in the order of their menu. */
export { type ReportView as View, reportViewNames as views } from '../desks/shell/report-views.ts'
