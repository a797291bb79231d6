namespace Fathom.Load.Audits;

/// <summary>What makes a run worth less.</summary>
/// <param name="Id">A short name: <c>generator-busy</c>, <c>behind-schedule</c>, <c>late-calls</c>, <c>collector</c>,
/// <c>streams</c>, <c>server-away</c>, <c>short-run</c>.</param>
/// <param name="IsInvalid">Whether the figures are not those of the server.</param>
/// <param name="Text">What was found, and what to do.</param>
public sealed record AuditVerdict(string Id, bool IsInvalid, string Text);
