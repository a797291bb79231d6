using Fathom.Records.Words;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>A call that a server did not take any more on a connection that it had retired (RFC 9113 section 6.8: GOAWAY with NO_ERROR).
/// The same can be asked again over a new one.</summary>
/// <param name="ageMs">How long the connection was open, ms.</param>
internal sealed class ConnectionRetiredException(double ageMs) : ProbeException(
    $"closes connections, with calls on them, after {FigureText.Duration(ageMs)} (GOAWAY, NO_ERROR), sooner than an answer needs one",
    isUnreached: false);
