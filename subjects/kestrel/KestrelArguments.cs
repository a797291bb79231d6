using System.Globalization;
using System.Net;
using Fathom.Subjects.Echo;

namespace Fathom.Subjects.Kestrel;

/// <summary>What the command line of the subject says.</summary>
/// <param name="Port">The TCP port; 0 takes a free one.</param>
/// <param name="Bind">The address to bind.</param>
/// <param name="Tls">Whether to show a certificate: <paramref name="CertificatePath"/>'s, or one made for this run.</param>
/// <param name="CertificatePath">A PEM file, or null.</param>
/// <param name="KeyPath">The PEM file of its key, or null.</param>
/// <param name="MaxReceive">Largest message received, in bytes; null: gRPC's 4 MiB.</param>
public sealed record KestrelArguments(int Port, IPAddress Bind, bool Tls, string? CertificatePath, string? KeyPath, int? MaxReceive)
{
    /// <summary>How the service is declared, one of <see cref="EchoContract.All"/>.</summary>
    public string Contract { get; init; } = EchoContract.Proto;

    private const string Usage =
        "fathom-kestrel [--port N] [--bind ADDRESS] [--tls | --cert FILE --key FILE] [--max-receive BYTES[k|M|G]] [--contract proto|code-first]";

    /// <summary>Reads a command line. Throws <see cref="FormatException"/> with a message for the user.</summary>
    public static KestrelArguments Parse(IReadOnlyList<string> arguments)
    {
        var read = new KestrelArguments(0, IPAddress.Loopback, false, null, null, null);
        for (var i = 0; i < arguments.Count; i++)
        {
            var flag = arguments[i];
            if (flag == "--tls")
            {
                read = read with { Tls = true };
                continue;
            }

            var value = ++i < arguments.Count ? arguments[i] : throw new FormatException($"'{flag}' is no flag or lacks its value. Usage: {Usage}");
            read = flag switch
            {
                "--port" => read with { Port = ParsePort(value) },
                "--bind" => read with { Bind = IPAddress.TryParse(value, out var bind) ? bind : throw Wrong(flag, value, "an IP address") },
                "--cert" => read with { Tls = true, CertificatePath = value },
                "--key" => read with { KeyPath = value },
                "--max-receive" => read with { MaxReceive = ParseSize(value) },
                "--contract" => read with { Contract = EchoContract.All.Contains(value) ? value : throw Wrong("--contract", value, string.Join(", ", EchoContract.All)) },
                _ => throw new FormatException($"'{flag}' is no flag. Usage: {Usage}"),
            };
        }

        return read.CertificatePath is null == read.KeyPath is null
            ? read
            : throw new FormatException("--cert and --key go together: give both, or --tls alone for a certificate made for this run.");
    }

    private static int ParsePort(string value) =>
        ushort.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var port) ? port : throw Wrong("--port", value, "0 to 65535");

    private static int ParseSize(string value)
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
            : throw Wrong("--max-receive", value, "bytes up to 2147483647, as a number or with k, M or G");
    }

    private static FormatException Wrong(string flag, string value, string accepted) =>
        new($"{flag} '{value}' cannot be used; accepted: {accepted}.");
}
