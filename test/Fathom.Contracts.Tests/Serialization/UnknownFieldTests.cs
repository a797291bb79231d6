using Fathom.Contracts.Tests.Samples;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Fields that a contract does not have are kept.</summary>
public class UnknownFieldTests
{
    [Fact]
    public void Unknown_fields_of_every_wire_type_are_kept_and_written_back()
    {
        // Field 100 as varint, fixed64, bytes, a group with a field in it, and fixed32; then field 1 with a wire type that is not its own.
        var unknown = Convert.FromHexString("A00696" + "01" + "A1060102030405060708" + "A20603616263" + "A3060801A406" + "A50601020304"
            + "0D01020304");
        byte[] bytes = [.. ContractSerializer.ToArray(new Positional(7, "x", null)), .. unknown];
        var read = ContractSerializer.Read<Positional>(bytes);
        ContractSerializer.ToArray(read).ShouldBeBytes(bytes);
        ContractSerializer.ToArray(read with { Name = "yz" })
            .ShouldBeBytes([.. ContractSerializer.ToArray(new Positional(7, "yz", null)), .. unknown]);
        ContractSerializer.ToArray(ContractSerializer.Read<Positional>(Segments.Of(bytes, 1))).ShouldBeBytes(bytes);
        Exported.Positional.Parser.ParseFrom(ContractSerializer.ToArray(read)).ShouldBe(Exported.Positional.Parser.ParseFrom(bytes));
    }

    [Fact]
    public void Records_with_equal_unknown_fields_are_equal()
    {
        var bytes = Convert.FromHexString("0807A00601");
        ContractSerializer.Read<Positional>(bytes).ShouldBe(ContractSerializer.Read<Positional>(bytes));
        ContractSerializer.Read<Positional>(bytes).GetHashCode().ShouldBe(ContractSerializer.Read<Positional>(bytes).GetHashCode());
        ContractSerializer.Read<Positional>(bytes).ShouldNotBe(ContractSerializer.Read<Positional>(Convert.FromHexString("0807")));
    }
}
