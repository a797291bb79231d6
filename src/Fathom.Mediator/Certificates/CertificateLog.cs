using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Certificates;

/// <summary>The log messages about certificates.</summary>
internal static partial class CertificateLog
{
    [LoggerMessage(
        101, LogLevel.Information, "Founded a network with certificates in '{Folder}' and root fingerprint {Fingerprint}")]
    public static partial void Founded(ILogger logger, string folder, string fingerprint);

    [LoggerMessage(102, LogLevel.Information, "Renewed the {Which} certificate: valid until {Until:u}")]
    public static partial void Renewed(ILogger logger, string which, DateTimeOffset until);

    [LoggerMessage(
        103, LogLevel.Warning,
            "Renewing the issuing certificate, valid until {Until:u}, needs the root's key: put '{Path}' back")]
    public static partial void RootKeyMissing(ILogger logger, string path, DateTimeOffset until);

    [LoggerMessage(
        104, LogLevel.Warning,
            "Renewing the certificates of this node, valid until {Until:u}, failed; next attempt in {Wait}: {Reason}")]
    public static partial void NotRenewed(ILogger logger, DateTimeOffset until, TimeSpan wait, string reason);

    [LoggerMessage(105, LogLevel.Information, "Node '{Node}' {What}: its certificates are valid until {Until:u}")]
    public static partial void Signed(ILogger logger, string node, string what, DateTimeOffset until);

    [LoggerMessage(106, LogLevel.Warning, "Refused to renew the certificates of node '{Node}': {Reason}")]
    public static partial void RenewalRefused(ILogger logger, string node, string reason);

    [LoggerMessage(107, LogLevel.Warning, "Refused enrollment of '{Node}' from {Peer}: {Reason}")]
    public static partial void JoinRefused(ILogger logger, string node, string peer, string reason);

    [LoggerMessage(108, LogLevel.Information, "Enrollment port {Address} opened: invitations are outstanding")]
    public static partial void EnrollmentOpened(ILogger logger, Uri address);

    [LoggerMessage(109, LogLevel.Information, "Enrollment port {Address} closed: no invitation is outstanding")]
    public static partial void EnrollmentClosed(ILogger logger, Uri address);

    [LoggerMessage(112, LogLevel.Warning, "Enrollment port {Address} could not be opened: {Reason}")]
    public static partial void EnrollmentFailed(ILogger logger, Uri address, string reason);

    [LoggerMessage(111, LogLevel.Warning, "Refused a server: {Reason}")]
    public static partial void RefusedServer(ILogger logger, string reason);

    [LoggerMessage(113, LogLevel.Warning, "Ended a connection: {Reason}")]
    public static partial void ConnectionEnded(ILogger logger, string reason);

    [LoggerMessage(114, LogLevel.Error, "Revoked certificates may be accepted: {Fault}")]
    public static partial void RevocationsIncomplete(ILogger logger, string fault);

    [LoggerMessage(115, LogLevel.Information, "The list of revoked certificates is fetched again")]
    public static partial void RevocationsFetched(ILogger logger);
}
