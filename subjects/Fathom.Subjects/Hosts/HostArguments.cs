using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Net.Sockets;
using Fathom.SubjectProtocol.Flags;
using Fathom.Subjects.Echo;

namespace Fathom.Subjects.Hosts;

/// <summary>Flags that hosts among the subjects share.</summary>
public static class HostFlags
{
    /// <summary>The TCP port.</summary>
    public static readonly SubjectFlag<int> Port =
        SubjectFlag.Number("--port", "TCP port to listen on; 0 takes a free one.", 0, ushort.MaxValue, 0);

    /// <summary>The address to bind.</summary>
    public static readonly SubjectFlag<IPAddress> Bind = SubjectFlag.Address("--bind", "Address to listen on.", IPAddress.Loopback);

    /// <summary>TLS.</summary>
    public static readonly SubjectFlag<bool> Tls =
        SubjectFlag.Switch("--tls", "TLS, with a certificate made for this run unless --cert and --key name one.");

    /// <summary>The certificate.</summary>
    public static readonly SubjectFlag<string?> Certificate = SubjectFlag.File("--cert", "Certificate, PEM file; implies --tls.");

    /// <summary>Its key.</summary>
    public static readonly SubjectFlag<string?> Key = SubjectFlag.File("--key", "Private key of the certificate, PEM file.");

    /// <summary>Largest message received.</summary>
    public static readonly SubjectFlag<int?> MaxReceive =
        SubjectFlag.OptionalSize("--max-receive", "Maximum size of a received message; 4M unless given.");

    /// <summary>First flow-control window of a stream.</summary>
    public static readonly SubjectFlag<int?> StreamWindow =
        SubjectFlag.OptionalSize("--stream-window", "Initial HTTP/2 flow-control window of a stream; the host's default unless given.");

    /// <summary>First flow-control window of a connection.</summary>
    public static readonly SubjectFlag<int?> ConnectionWindow = SubjectFlag.OptionalSize(
        "--connection-window", "Initial HTTP/2 flow-control window of a connection; the host's default unless given.");

    /// <summary>How the service is declared.</summary>
    public static readonly SubjectFlag<string> Contract = SubjectFlag.Word(
        "--contract", "How the service is declared: in a .proto file or in C#.", EchoContract.Proto,
        [.. EchoContract.All.Select(c => new SubjectProtocol.FlagChoice(c))]);

    /// <summary>All of them.</summary>
    public static IReadOnlyList<SubjectFlag> All { get; } =
        [Port, Bind, Tls, Certificate, Key, MaxReceive, StreamWindow, ConnectionWindow, Contract];
}

/// <summary>The values of <see cref="HostFlags"/>.</summary>
/// <param name="Port">The TCP port; 0 takes a free one.</param>
/// <param name="Bind">The address to bind.</param>
/// <param name="Tls">Whether to use TLS: with the certificate of <paramref name="CertificatePath"/>, or one made for this run.</param>
/// <param name="CertificatePath">A PEM file, or null.</param>
/// <param name="KeyPath">The PEM file of its key, or null.</param>
/// <param name="MaxReceive">Maximum size of a received message in bytes; null: gRPC's 4 MiB.</param>
/// <param name="StreamWindow">Initial flow-control window of a stream in bytes; null: the host's default.</param>
/// <param name="ConnectionWindow">Initial flow-control window of a connection in bytes; null: the host's default.</param>
/// <param name="Contract">How the service is declared, one of <see cref="EchoContract.All"/>.</param>
public sealed record HostArguments(
    int Port,
    IPAddress Bind,
    bool Tls = false,
    string? CertificatePath = null,
    string? KeyPath = null,
    int? MaxReceive = null,
    int? StreamWindow = null,
    int? ConnectionWindow = null,
    string Contract = EchoContract.Proto)
{
    /// <summary>Reads a command line of shared flags alone.</summary>
    /// <exception cref="FormatException">A flag or value is not accepted.</exception>
    public static HostArguments Parse(IReadOnlyList<string> arguments) => Of(FlagParser.Parse(HostFlags.All, arguments));

    /// <summary>The shared flags among a subject's.</summary>
    /// <exception cref="FormatException">The flags do not fit together.</exception>
    public static HostArguments Of(FlagValues flags)
    {
        var (certificate, key) = (flags.Of(HostFlags.Certificate), flags.Of(HostFlags.Key));
        return certificate is null == key is null
            ? new HostArguments(flags.Of(HostFlags.Port), flags.Of(HostFlags.Bind), flags.Of(HostFlags.Tls) || certificate is not null,
                certificate, key, flags.Of(HostFlags.MaxReceive), flags.Of(HostFlags.StreamWindow), flags.Of(HostFlags.ConnectionWindow),
                flags.Of(HostFlags.Contract))
            : throw new FormatException("--cert and --key go together: give both, or --tls alone for a certificate made for this run.");
    }

    /// <summary>The server's certificate, owned by the caller: from the file, or made for this run; null without TLS.</summary>
    public X509Certificate2? LoadCertificate() => !Tls ? null
        : CertificatePath is null ? EphemeralCertificate.Create()
        : X509Certificate2.CreateFromPemFile(CertificatePath, KeyPath);

    /// <summary>The message for a failure to start that the machine caused; null for any other.</summary>
    public static string? Explain(Exception e) => e switch
    {
        _ when IsPortInUse(e) => $"{e.Message} End the process that listens there, or give another --port (0 takes a free one).",
        IOException or CryptographicException or UnauthorizedAccessException or SocketException => e.Message,
        _ => null,
    };

    private static bool IsPortInUse(Exception? e) =>
        e is SocketException { SocketErrorCode: SocketError.AddressAlreadyInUse } || (e is not null && IsPortInUse(e.InnerException));
}
