namespace Fathom.Contracts.Tests.Generator;

/// <summary>Each thing that can be wrong with a contract is said once, on the token to change.</summary>
public class ContractDiagnosticTests
{
    [Theory]
    [InlineData("[Contract] partial class C { [Member(1)] public int A { get; set; } [Member(1)] public int B { get; set; } }",
        "FATHOM001: 1: Field number 1 of 'B' is also that of 'A': give each field of a message a number of its own")]
    [InlineData(
        "[Contract] partial class C { [Member(2)] public int A { get; set; } public O? O { get; set; } } [OneOf] abstract record O { "
            + "[Case(1)] public sealed record X(int V) : O; [Case(2)] public sealed record Y(int V) : O; }",
        "FATHOM001: 2: Field number 2 of 'O' is also that of 'A': give each field of a message a number of its own")]
    [InlineData(
        "[DataContract] partial class C { [DataMember(Order = 1)] public int A { get; set; } [DataMember] public int B { get; set; } }",
        "FATHOM002: B: 'B' has no field number: write [Member(n)], or [DataMember(Order = n)] with n from 1")]
    [InlineData("[Contract] partial record C([Member(1)] int A, string B);",
        "FATHOM002: B: 'B' has no field number: write [Member(n)], or [DataMember(Order = n)] with n from 1")]
    [InlineData("[Contract] partial class C { [Member(0)] public int A { get; set; } }",
        "FATHOM003: 0: Field number 0 of 'A' is out of range: 1 to 536870911 are accepted")]
    [InlineData("[Contract] partial class C { [Member(1 << 29)] public int A { get; set; } }",
        "FATHOM003: 1 << 29: Field number 536870912 of 'A' is out of range: 1 to 536870911 are accepted")]
    [InlineData("[DataContract] partial class C { [DataMember(Order = 0)] public int A { get; set; } }",
        "FATHOM003: 0: Field number 0 of 'A' is out of range: 1 to 536870911 are accepted")]
    [InlineData("[Contract] partial class C { [Member(19000)] public int A { get; set; } }",
        "FATHOM004: 19000: Field number 19000 of 'A' is reserved: protobuf keeps 19000 to 19999 for itself")]
    [InlineData("[Contract] partial class C { [Member(1)] public decimal A { get; set; } }",
        "FATHOM005: decimal: 'decimal' cannot be the type of 'A': numbers, bool, string, byte[], ReadOnlyMemory<byte>, enums, "
            + "contracts, DateTime, DateTimeOffset, TimeSpan, and lists and dictionaries of them are accepted")]
    [InlineData("[Contract] partial class C { [Member(1)] public D? A { get; set; } } class D { }",
        "FATHOM005: D?: 'D?' cannot be the type of 'A': it is no contract; mark it [Contract] and give its members numbers")]
    [InlineData("[Contract] partial class C { [Member(1)] public Big A { get; set; } } enum Big : long { A }",
        "FATHOM005: Big: 'Big' cannot be the type of 'A': a protobuf enum has 32 bits and a sign, and 'long' holds more; base it on int")]
    [InlineData("[Contract] partial class C { [Member(1)] public Dictionary<double, int> A { get; set; } = new(); }",
        "FATHOM005: Dictionary<double, int>: 'System.Collections.Generic.Dictionary<double, int>' cannot be the type of 'A': the keys "
            + "of a map are integers, bool or string")]
    [InlineData("[Contract] class C { [Member(1)] public int A { get; set; } }",
        "FATHOM006: C: 'C' must be partial: the generator adds the serializer of 'C' to it")]
    [InlineData("class Outer { [Contract] public partial class C { [Member(1)] public int A { get; set; } } }",
        "FATHOM006: Outer: 'Outer' must be partial: the generator adds the serializer of 'C' to it")]
    [InlineData("[Contract] partial class C<T> { [Member(1)] public int A { get; set; } }",
        "FATHOM007: C: 'C' cannot be a contract: it has type parameters, and a message has one shape")]
    [InlineData("[Contract] abstract partial class C { [Member(1)] public int A { get; set; } }",
        "FATHOM007: C: 'C' cannot be a contract: it is abstract; for one of several messages use [OneOf]")]
    [InlineData("[Contract] partial class C : B { } class B { [Member(1)] public int A { get; set; } }",
        "FATHOM007: C: 'C' cannot be a contract: it inherits 'B.A', which has a number; contracts do not inherit fields")]
    [InlineData("[Contract] partial class C { [Member(1)] public int A => 1; }",
        "FATHOM008: A: 'A' cannot be set when the message is read: give it a setter (init will do) or a parameter of the constructor")]
    [InlineData("[Contract] partial class C { public C(string a) { } [Member(1)] public int A { get; set; } }",
        "FATHOM008: C: 'C' cannot be set when the message is read: no constructor has only parameters named and typed like members with "
            + "a number")]
    [InlineData(
        "[Contract] partial class C { [Member(1)] public O? O { get; set; } } [OneOf] abstract record O { public sealed record X(int V) "
            + ": O; }",
        "FATHOM005: O?: 'O?' cannot be the type of 'O': its [OneOf] hierarchy has errors",
            "FATHOM009: X: 'X' is no usable part of a oneof: it derives from a [OneOf] and has no [Case(n)]")]
    [InlineData("[OneOf] abstract record O { [Case(1)] public record X(int V) : O; }",
        "FATHOM009: X: 'X' is no usable part of a oneof: a case is sealed, so that there are no others")]
    [InlineData("[OneOf] abstract record O { [Case(1)] public sealed record X(int V, int W) : O; }",
        "FATHOM009: X: 'X' is no usable part of a oneof: a case is a [Contract], or a record with exactly one positional parameter")]
    [InlineData(
        "[OneOf] abstract record O;",
            "FATHOM009: O: 'O' is no usable part of a oneof: no record with [Case(n)] is nested in it and derives from it")]
    [InlineData("[Contract] partial class C { [Member(1)] public int UserId { get; set; } [Member(2)] public int UserID { get; set; } }",
        "FATHOM010: UserID: 'user_id' of 'C.UserID' is also the .proto name of 'UserId': set Name on one of them")]
    [InlineData("[Contract] partial class AB { } partial class A { [Contract] public partial class B { } }",
        "FATHOM010: AB: 'AB' of 'AB' is also the .proto name of 'A.B': set Name on one of them")]
    [InlineData("[Contract] partial class C { [Member(1)] public C A { get; set; } = null!; }",
        "FATHOM011: C: 'A' is null when the sender leaves it out: declare it 'C?'")]
    [InlineData("[Contract] partial class C { [Member(1, Encoding = IntegerEncoding.ZigZag)] public uint A { get; set; } }",
        "FATHOM012: IntegerEncoding.ZigZag: Encoding ZigZag does not fit 'A' of type 'uint': zig-zag is for signed integers")]
    [InlineData("[Contract] partial class C { [Member(1, Encoding = IntegerEncoding.Fixed)] public string A { get; set; } = \"\"; }",
        "FATHOM012: IntegerEncoding.Fixed: Encoding Fixed does not fit 'A' of type 'string': only int, long, uint and ulong have "
            + "several encodings")]
    [InlineData("[Contract] partial class C { [Member(1)] public int Größe { get; set; } }",
        "FATHOM013: Größe: 'größe' cannot be a name in .proto text: ASCII letters, digits and _ are accepted, not beginning with a "
            + "digit; set Name")]
    [InlineData(
        "namespace A { [Contract] public partial class X { [Member(1)] public B.Y? Y { get; set; } } } namespace B { [Contract] public "
            + "partial class Y { [Member(1)] public A.X? X { get; set; } } }",
        "FATHOM014: : The packages 'A' and 'B' use each other's types, which .proto files cannot: put them into one with [assembly: "
            + "ContractPackage]")]
    public void A_mistake_is_said_on_its_token(string source, params string[] expected) =>
        new GeneratorRun(GeneratorRun.Usings + source).Diagnostics.ShouldBe(expected, ignoreOrder: true);
}
