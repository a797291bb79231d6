namespace Fathom.Mediator.Certificates.Storage;

/// <summary>A folder of certificates is not usable. The message names the file, what was found, and what to do.</summary>
public sealed class CertificateFolderException : IOException
{
    internal CertificateFolderException(string message, Exception? inner = null)
        : base(message, inner)
    {
    }
}
