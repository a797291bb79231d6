using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Certificates;

/// <summary>What is said of certificates, by id.</summary>
internal static partial class CertificateLog
{
    [LoggerMessage(
        101, LogLevel.Information, "Founded a network: its certificates are in '{Folder}', its root's fingerprint is {Fingerprint}")]
    public static partial void Founded(ILogger logger, string folder, string fingerprint);

    [LoggerMessage(102, LogLevel.Information, "Renewed the {Which} certificate: valid until {Until:u}")]
    public static partial void Renewed(ILogger logger, string which, DateTimeOffset until);

    [LoggerMessage(
        103, LogLevel.Warning,
            "The root's key is needed to renew the issuing certificate, valid until {Until:u}, and is not here: put '{Path}' back")]
    public static partial void RootKeyMissing(ILogger logger, string path, DateTimeOffset until);

    [LoggerMessage(
        104, LogLevel.Warning,
            "The certificates of this node, valid until {Until:u}, could not be renewed; it is tried again in {Wait}: {Reason}")]
    public static partial void NotRenewed(ILogger logger, DateTimeOffset until, TimeSpan wait, string reason);

    [LoggerMessage(105, LogLevel.Information, "Node '{Node}' {What}: its certificates are valid until {Until:u}")]
    public static partial void Signed(ILogger logger, string node, string what, DateTimeOffset until);

    [LoggerMessage(106, LogLevel.Warning, "Refused to renew the certificates of node '{Node}': it is no member any more")]
    public static partial void RenewalRefused(ILogger logger, string node);

    [LoggerMessage(107, LogLevel.Warning, "Refused to let '{Node}' join from {Peer}: {Reason}")]
    public static partial void JoinRefused(ILogger logger, string node, string peer, string reason);

    [LoggerMessage(108, LogLevel.Information, "Invitations are outstanding: those who join are taken at {Address}")]
    public static partial void EnrollmentOpened(ILogger logger, Uri address);

    [LoggerMessage(109, LogLevel.Information, "No invitation is outstanding: {Address} is closed")]
    public static partial void EnrollmentClosed(ILogger logger, Uri address);

    [LoggerMessage(110, LogLevel.Warning, "Refused {Peer}: {Reason}")]
    public static partial void Refused(ILogger logger, string peer, string reason);

    [LoggerMessage(112, LogLevel.Warning, "Those who join cannot be taken at {Address}: {Reason}")]
    public static partial void EnrollmentFailed(ILogger logger, Uri address, string reason);

    [LoggerMessage(111, LogLevel.Warning, "Refused a server: {Reason}")]
    public static partial void RefusedServer(ILogger logger, string reason);
}
