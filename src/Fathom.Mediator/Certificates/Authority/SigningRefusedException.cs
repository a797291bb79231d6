namespace Fathom.Mediator.Certificates.Authority;

/// <summary>A refused signing request. The message has the reason and is safe to send to the client.</summary>
internal sealed class SigningRefusedException(string message, Exception? inner = null) : Exception(message, inner);
