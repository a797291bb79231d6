using Fathom.Mediator.Certificates.Trust;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Remotes;

/// <summary>The name of the node that sent a message, by its certificate. Metadata says only what the sender claims.</summary>
internal static class CallerName
{
    /// <summary>The name in the client's certificate, printable and at most 100 characters; null without a client certificate.</summary>
    public static string? Of(ServerCallContext? call)
    {
        if (call?.ClientCertificate is not { } certificate)
        {
            return null;
        }

        var name = Printable.Sanitize(NodeName.Of(certificate));
        return name.Length > NodeDisplayName.MaxLength ? name[..NodeDisplayName.MaxLength] : name;
    }
}
