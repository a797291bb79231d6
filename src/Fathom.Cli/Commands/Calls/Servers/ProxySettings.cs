using System.Net;

namespace Fathom.Cli.Commands.Calls.Servers;

/// <summary>The proxy that the environment sets: <c>https_proxy</c>, but for the hosts of <c>no_proxy</c>, as curl and gRPC read them. It
/// is for TLS and plaintext alike, because both go through a tunnel. Servers on this machine are never behind it.</summary>
internal static class ProxySettings
{
    /// <summary>The proxy for a server; null for none.</summary>
    /// <exception cref="CommandException">The variable has no address of a proxy.</exception>
    public static Uri? Find(Uri address, IReadOnlyDictionary<string, string> environment)
    {
        if (address.Scheme == "unix" || address.IsLoopback || Value("https_proxy") is not var (name, text))
        {
            return null;
        }

        if (Value("no_proxy") is var (_, excluded)
            && excluded.Split([',', ' '], StringSplitOptions.RemoveEmptyEntries).Any(rule => Matches(rule, address)))
        {
            return null;
        }

        return Uri.TryCreate(text.Contains("://", StringComparison.Ordinal) ? text : $"http://{text}", UriKind.Absolute, out var proxy)
            && proxy is { Scheme: "http", Host.Length: > 0, PathAndQuery: "/" }
            ? proxy
            : throw CommandException.Usage($"{name}: it is not the address of a proxy; accepted: http://[USER:PASSWORD@]HOST:PORT, or "
                + "no_proxy for hosts that are reached without");

        // curl's order: lower case first.
        (string Name, string Text)? Value(string lower) => new[] { lower, lower.ToUpperInvariant() }
            .Select(key => (key, environment.GetValueOrDefault(key) ?? "")).Where(v => v.Item2.Length > 0)
            .Select(v => ((string, string)?)v).FirstOrDefault();
    }

    // A host, alone or with a port; a domain with what is below it, with or without a dot or *. before it; a range of addresses; or *.
    private static bool Matches(string rule, Uri address)
    {
        var host = address.IdnHost.Trim('[', ']');
        if (rule == "*")
        {
            return true;
        }

        if (IPAddress.TryParse(host, out var ip))
        {
            return (IPNetwork.TryParse(rule, out var network) && network.Contains(ip))
                || (IPAddress.TryParse(rule.Trim('[', ']'), out var same) && same.Equals(ip))
                || rule == address.Authority;
        }

        if (rule.Split(':') is [var name, var port])
        {
            return port == address.Port.ToString(System.Globalization.CultureInfo.InvariantCulture) && Matches(name, address);
        }

        var domain = rule.TrimStart('*').TrimStart('.');
        return domain.Length > 0 && (host.Equals(domain, StringComparison.OrdinalIgnoreCase)
            || host.EndsWith($".{domain}", StringComparison.OrdinalIgnoreCase));
    }
}
