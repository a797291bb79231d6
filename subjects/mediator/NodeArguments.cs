using System.Globalization;
using System.Net;

namespace Fathom.Subjects.Mediator;

/// <summary>What the command line of a node says.</summary>
internal sealed record NodeArguments
{
    private const string Usage = "--client | [--port N] [--bind ADDRESS] [--tls mutual|off] [--compression raw|gzip|lz4] [--max-message "
        + "BYTES] [--nodes N] [--serves messages|bare]";
    private const int MostNodes = 100;

    /// <summary>Whether this process sends, told by the runner what; it listens to nobody.</summary>
    public bool IsClient { get; init; }

    /// <summary>TCP port of the first node; 0 takes a free one.</summary>
    public int Port { get; init; }

    public IPAddress Bind { get; init; } = IPAddress.Loopback;

    public bool Tls { get; init; }

    /// <summary>Of what the nodes answer.</summary>
    public string Compression { get; init; } = "raw";

    /// <summary>Bytes.</summary>
    public int MaxMessage { get; init; } = 4 << 20;

    /// <summary>Nodes in this process; the first has all others as remotes.</summary>
    public int Nodes { get; init; } = 1;

    /// <summary>Whether there is no node, but its host with a service that mirrors.</summary>
    public bool IsBare { get; init; }

    /// <summary>Reads a command line. Throws <see cref="FormatException"/> with a message for the user.</summary>
    public static NodeArguments Parse(IReadOnlyList<string> arguments)
    {
        if (arguments is ["--client"])
        {
            return new NodeArguments { IsClient = true };
        }

        var read = new NodeArguments();
        for (var i = 0; i < arguments.Count; i += 2)
        {
            var flag = arguments[i];
            var value = i + 1 < arguments.Count ? arguments[i + 1]
                : throw new FormatException($"'{flag}' is no flag or lacks its value. Usage: {Usage}");
            read = flag switch
            {
                "--port" => read with { Port = Number(flag, value, 0, ushort.MaxValue) },
                "--bind" => read with { Bind = IPAddress.TryParse(value, out var bind) ? bind : throw Wrong(flag, value, "an IP address") },
                "--tls" => read with { Tls = OneOf(flag, value, "mutual", "off") == "mutual" },
                "--compression" => read with { Compression = OneOf(flag, value, "raw", "gzip", "lz4") },
                "--max-message" => read with { MaxMessage = Number(flag, value, 1, int.MaxValue) },
                "--nodes" => read with { Nodes = Number(flag, value, 1, MostNodes) },
                "--serves" => read with { IsBare = OneOf(flag, value, "messages", "bare") == "bare" },
                _ => throw new FormatException($"'{flag}' is no flag. Usage: {Usage}"),
            };
        }

        return read;
    }

    private static int Number(string flag, string value, int least, int most) =>
        int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= most
            ? number
            : throw Wrong(flag, value, $"{least} to {most}");

    private static string OneOf(string flag, string value, params string[] accepted) =>
        accepted.Contains(value) ? value : throw Wrong(flag, value, string.Join(", ", accepted));

    private static FormatException Wrong(string flag, string value, string accepted) =>
        new($"{flag} '{value}' cannot be used; accepted: {accepted}.");
}
