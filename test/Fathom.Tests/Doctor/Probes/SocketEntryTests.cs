using Fathom.Machines.Kernel;

namespace Fathom.Tests.Doctor.Probes;

/// <summary>Entries of /proc, as Linux writes them on a machine whose bytes are in little-endian order.</summary>
public sealed class SocketEntryTests
{
    [Theory]
    [InlineData("0100007F:1389", "127.0.0.1:5001")]
    [InlineData("0000000000000000FFFF00000100007F:01BB", "[::ffff:127.0.0.1]:443")]
    [InlineData("00000000000000000000000001000000:0050", "[::1]:80")]
    public void An_end_point_is_read_in_the_order_of_this_machines_bytes(string entry, string expected) =>
        TcpTable.EndPointOf(entry).ToString().ShouldBe(expected);

    [Theory]
    [InlineData("0", new[] { 0 })]
    [InlineData("0-2,5", new[] { 0, 1, 2, 5 })]
    [InlineData("", new int[0])]
    public void A_list_of_processors_has_ranges(string list, int[] expected) => ProcessorLists.Read(list).ShouldBe(expected);
}
