namespace Fathom.Mediator.Settings;

/// <summary>Reads a setting that is an https address.</summary>
internal static class HttpsAddress
{
    /// <summary>The address; null where nothing was set, or if a fault was added.</summary>
    public static Uri? Read(string setting, string? text, List<string> faults)
    {
        if (text is null)
        {
            return null;
        }

        if (Uri.TryCreate(text, UriKind.Absolute, out var address) && address.Scheme == Uri.UriSchemeHttps)
        {
            return address;
        }

        faults.Add($"{setting} is '{Printable.Sanitize(text)}': an https address as in https://north.example:18001 is accepted.");
        return null;
    }
}
