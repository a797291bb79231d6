using System.Globalization;
using System.Net;
using System.Security.Cryptography.X509Certificates;
using Fathom.Subjects.Echo;

namespace Fathom.Subjects.Hosts;

/// <summary>What the command line of a host among the subjects says.</summary>
/// <param name="Port">The TCP port; 0 takes a free one.</param>
/// <param name="Bind">The address to bind.</param>
/// <param name="Tls">Whether to show a certificate: <paramref name="CertificatePath"/>'s, or one made for this run.</param>
/// <param name="CertificatePath">A PEM file, or null.</param>
/// <param name="KeyPath">The PEM file of its key, or null.</param>
/// <param name="MaxReceive">Largest message received, in bytes; null: gRPC's 4 MiB.</param>
/// <param name="StreamWindow">First flow-control window of a stream, in bytes; null: the host's default.</param>
/// <param name="ConnectionWindow">First flow-control window of a connection, in bytes; null: the host's default.</param>
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
    private const string Usage = "[--port N] [--bind ADDRESS] [--tls | --cert FILE --key FILE] [--max-receive BYTES[k|M|G]] "
        + "[--stream-window BYTES[k|M]] [--connection-window BYTES[k|M]] [--contract proto|code-first]";

    /// <summary>Reads a command line. Throws <see cref="FormatException"/> with a message for the user.</summary>
    public static HostArguments Parse(IReadOnlyList<string> arguments)
    {
        var read = new HostArguments(0, IPAddress.Loopback);
        for (var i = 0; i < arguments.Count; i++)
        {
            var flag = arguments[i];
            if (flag == "--tls")
            {
                read = read with { Tls = true };
                continue;
            }

            var value = ++i < arguments.Count ? arguments[i]
                : throw new FormatException($"'{flag}' is no flag or lacks its value. Usage: {Usage}");
            read = flag switch
            {
                "--port" => read with { Port = ParsePort(value) },
                "--bind" => read with { Bind = IPAddress.TryParse(value, out var bind) ? bind : throw Wrong(flag, value, "an IP address") },
                "--cert" => read with { Tls = true, CertificatePath = value },
                "--key" => read with { KeyPath = value },
                "--max-receive" => read with { MaxReceive = ParseSize(flag, value) },
                "--stream-window" => read with { StreamWindow = ParseSize(flag, value) },
                "--connection-window" => read with { ConnectionWindow = ParseSize(flag, value) },
                "--contract" => read with { Contract = EchoContract.All.Contains(value) ? value
                    : throw Wrong(flag, value, string.Join(", ", EchoContract.All)) },
                _ => throw new FormatException($"'{flag}' is no flag. Usage: {Usage}"),
            };
        }

        return read.CertificatePath is null == read.KeyPath is null
            ? read
            : throw new FormatException("--cert and --key go together: give both, or --tls alone for a certificate made for this run.");
    }

    /// <summary>The certificate to show, the caller's to dispose: the file's, or one made for this run; null without TLS.</summary>
    public X509Certificate2? LoadCertificate() => !Tls ? null
        : CertificatePath is null ? EphemeralCertificate.Create()
        : X509Certificate2.CreateFromPemFile(CertificatePath, KeyPath);

    private static int ParsePort(string value) =>
        ushort.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var port) ? port
            : throw Wrong("--port", value, "0 to 65535");

    private static int ParseSize(string flag, string value)
    {
        var factor = value.AsEnumerable().LastOrDefault() switch
        {
            'k' => 1L << 10,
            'M' => 1L << 20,
            'G' => 1L << 30,
            _ => 1L,
        };
        var digits = factor == 1 ? value : value[..^1];
        return int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number * factor <= int.MaxValue
            ? (int)(number * factor)
            : throw Wrong(flag, value, "bytes up to 2147483647, as a number or with k, M or G");
    }

    private static FormatException Wrong(string flag, string value, string accepted) =>
        new($"{flag} '{value}' cannot be used; accepted: {accepted}.");
}
