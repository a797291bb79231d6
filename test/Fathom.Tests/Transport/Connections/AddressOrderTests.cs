using System.Net;
using Fathom.Transport.Connections;

namespace Fathom.Tests.Transport.Connections;

/// <summary>The order in which the addresses of a name are tried (RFC 8305 section 4).</summary>
public class AddressOrderTests
{
    [Theory]
    [InlineData("::1 ::2 ::3 10.0.0.1 10.0.0.2", "::1 10.0.0.1 ::2 10.0.0.2 ::3")]
    [InlineData("10.0.0.1 ::1 ::2", "10.0.0.1 ::1 ::2")]
    [InlineData("10.0.0.1 10.0.0.2", "10.0.0.1 10.0.0.2")]
    [InlineData("", "")]
    public void Families_alternate_beginning_with_the_preferred_one(string resolved, string tried)
    {
        static IEnumerable<IPAddress> Parse(string text) => text.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(IPAddress.Parse);

        AddressOrder.Interleave([.. Parse(resolved)]).ShouldBe(Parse(tried));
    }
}
