using System.Text.Json;

namespace Fathom.Cli.Commands;

/// <summary>Turns the first line of a subject into what a person wants to see.</summary>
internal static class SubjectGreeting
{
    public static string Describe(string line)
    {
        try
        {
            using var document = JsonDocument.Parse(line);
            var root = document.RootElement;
            var address = root.TryGetProperty("address", out var value) ? value.GetString() : null;
            var certificate = root.TryGetProperty("certificate", out value) ? value.GetString() : null;
            return address is null ? line : certificate is null ? $"listening on {address}"
                : $"listening on {address} with this certificate:\n{certificate}";
        }
        catch (JsonException)
        {
            // Not the protocol's: the subject's own words are the best there is.
            return line;
        }
    }
}
