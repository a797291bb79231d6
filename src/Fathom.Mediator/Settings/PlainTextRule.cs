using System.Net;

namespace Fathom.Mediator.Settings;

/// <summary>Refuses plain text between machines unless it is requested: a section <c>Certificates</c> that is misspelt is not
/// read.</summary>
internal static class PlainTextRule
{
    /// <summary>The faults of a node without TLS.</summary>
    public static IEnumerable<string> Faults(NodePlan plan)
    {
        if (plan.PlainText)
        {
            yield break;
        }

        if (plan.Host is { } host && !IPAddress.IsLoopback(host.Bind))
        {
            yield return Fault($"Host:Host is {host.Bind}, which other machines reach");
        }

        foreach (var remote in plan.Remotes.Where(r => !IsLoopback(r.Host)))
        {
            yield return Fault($"Remotes:{remote.Name}:Host is '{remote.Host}', another machine");
        }
    }

    private static string Fault(string found) => $"{found}, and the settings have no section Certificates: messages would be sent in plain "
        + "text. Set Certificates:Folder, or Grpc:PlainText to true.";

    private static bool IsLoopback(string host) => host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        || (IPAddress.TryParse(host, out var address) && IPAddress.IsLoopback(address));
}
