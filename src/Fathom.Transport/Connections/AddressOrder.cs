using System.Net;

namespace Fathom.Transport.Connections;

/// <summary>The order in which the addresses of a name are tried.</summary>
internal static class AddressOrder
{
    /// <summary>Families alternate, beginning with that of the first address (RFC 8305 section 4).</summary>
    /// <param name="addresses">The addresses in the order of preference.</param>
    public static IEnumerable<IPAddress> Interleave(IReadOnlyList<IPAddress> addresses)
    {
        var first = addresses.Where(a => a.AddressFamily == addresses[0].AddressFamily).ToList();
        var second = addresses.Except(first).ToList();
        for (var i = 0; i < Math.Max(first.Count, second.Count); i++)
        {
            foreach (var family in new[] { first, second })
            {
                if (i < family.Count)
                {
                    yield return family[i];
                }
            }
        }
    }
}
