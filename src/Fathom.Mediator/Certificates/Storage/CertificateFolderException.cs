namespace Fathom.Mediator.Certificates.Storage;

/// <summary>A folder of certificates that cannot be used as it is; the message says which file, what was found, and what to do.</summary>
public sealed class CertificateFolderException : IOException
{
    internal CertificateFolderException(string message, Exception? inner = null)
        : base(message, inner)
    {
    }
}
