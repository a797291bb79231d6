using System.Globalization;

namespace Fathom.Link.Plans;

/// <summary>Target of the port forwarding at the far end.</summary>
/// <param name="Host">A name or an address, IPv6 without brackets.</param>
/// <param name="Port">1 to 65535.</param>
public sealed record Destination(string Host, int Port)
{
    /// <summary>Accepted form, for error messages.</summary>
    public const string Accepted = "HOST:PORT with a port from 1 to 65535, such as localhost:5000 or [::1]:5000";

    /// <summary>Whether host and port are what they can be.</summary>
    internal bool IsValid => Port is >= 1 and <= ushort.MaxValue && Uri.CheckHostName(Host) != UriHostNameType.Unknown;

    /// <summary>Reads <c>host:port</c> or <c>[ipv6]:port</c>.</summary>
    public static bool TryParse(string text, out Destination? destination)
    {
        destination = null;
        var colon = text.LastIndexOf(':');
        if (colon < 1 || !int.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var port))
        {
            return false;
        }

        var host = text[..colon];
        if (host is ['[', .. var inner, ']'])
        {
            host = inner;
        }
        else if (host.Contains(':', StringComparison.Ordinal))
        {
            // Without brackets "::1:80" may be an address without a port.
            return false;
        }

        var read = new Destination(host, port);
        destination = read.IsValid ? read : null;
        return read.IsValid;
    }

    /// <inheritdoc/>
    public override string ToString() => Host.Contains(':', StringComparison.Ordinal) ? $"[{Host}]:{Port}" : $"{Host}:{Port}";
}
