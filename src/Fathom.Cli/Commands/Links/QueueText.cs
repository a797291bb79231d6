using System.Globalization;
using Fathom.Cli.Settings.Units;
using Fathom.Link.Impairments;

namespace Fathom.Cli.Commands.Links;

/// <summary>Limits of a queue: <c>256k</c> (bytes), <c>1000p</c> (packets), <c>codel</c>, <c>codel,256k</c>.</summary>
internal static class QueueText
{
    /// <summary>Accepted form, for error messages.</summary>
    public const string Accepted = "a size (256k), a number of packets (1000p), codel, or codel,SIZE";

    public static bool TryParse(string text, out QueueLimit limit)
    {
        limit = QueueLimit.Default;
        var parts = text.Split(',', StringSplitOptions.TrimEntries);
        var coDel = parts[0].Equals("codel", StringComparison.OrdinalIgnoreCase);
        if (parts.Length > 2 || (parts.Length == 2 && !coDel))
        {
            return false;
        }

        if (coDel && parts.Length == 1)
        {
            limit = QueueLimit.Default with { CoDel = true };
            return true;
        }

        var size = parts[^1];
        if (size.EndsWith('p') && int.TryParse(size.AsSpan(0, size.Length - 1), NumberStyles.None, CultureInfo.InvariantCulture,
            out var packets))
        {
            limit = new QueueLimit(null, packets, coDel);
            return packets > 0;
        }

        var read = SizeText.TryParse(size, out var bytes);
        limit = new QueueLimit(bytes, null, coDel);
        return read && bytes > 0;
    }
}
