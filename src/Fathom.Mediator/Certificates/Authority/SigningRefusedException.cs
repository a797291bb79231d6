namespace Fathom.Mediator.Certificates.Authority;

/// <summary>A request for certificates that is not signed; the message says why, and may be sent to whoever asked.</summary>
internal sealed class SigningRefusedException(string message, Exception? inner = null) : Exception(message, inner);
