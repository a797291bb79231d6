using Fathom.Contracts.Generator.Diagnostics;
using Fathom.TestKit;

namespace Fathom.Contracts.Tests.Generator;

/// <summary>Each thing that can be wrong is said once, on the token to change.</summary>
public class DiagnosticTests
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
    [InlineData(
        "[Service] interface IA { Task<M> F(M m); } [Contract] partial class M { } namespace N { } [Service(Name = \"A\")] interface IB "
            + "{ Task<M> F(M m); }",
        "FATHOM015: IB: Service 'A' of 'IB' is also that of 'IA': set Name on one of them")]
    [InlineData("[Service] interface IM { Task<M> F(M m); } [Contract] partial class M { }",
        "FATHOM010: IM: 'M' of 'IM' is also the .proto name of 'M': set Name on one of them")]
    [InlineData("[Service] interface IA<T> { Task<M> F(M m); } [Contract] partial class M { }",
        "FATHOM016: IA: 'IA' cannot be a service: it has type parameters, and a service has one shape")]
    [InlineData("class C { [Service] private interface IA { Task<M> F(M m); } } [Contract] partial class M { }",
        "FATHOM016: IA: 'IA' cannot be a service: what is generated for it must see it: make it, and the types around it, public or "
            + "internal")]
    [InlineData("interface IB { Task<M> G(M m); } [Service] interface IA : IB { Task<M> F(M m); } [Contract] partial class M { }",
        "FATHOM016: IA: 'IA' cannot be a service: it inherits the members of 'IB'; a service declares its methods itself")]
    [InlineData("[Service] interface IA { int Count { get; } } [Contract] partial class M { }",
        "FATHOM016: Count: 'IA' cannot be a service: 'Count' is no method, and a service has nothing else")]
    [InlineData("[Service] interface IA { M F(M m); } [Contract] partial class M { }",
        "FATHOM017: M: 'F' has no gRPC form: it returns 'M'; Task, ValueTask and IAsyncEnumerable are accepted")]
    [InlineData("[Service] interface IA { Task<M> F(M a, M second); } [Contract] partial class M { }",
        "FATHOM017: second: 'F' has no gRPC form: it takes several messages; put them into one contract")]
    [InlineData("[Service] interface IA { Task<M> F(M m, CallContext context, CancellationToken token); } [Contract] partial class M { }",
        "FATHOM017: token: 'F' has no gRPC form: it takes several of CallContext, CallOptions and CancellationToken, each of which "
        + "says all")]
    [InlineData("[Service] interface IA { Task<M> F(in M m); } [Contract] partial class M { }",
        "FATHOM017: m: 'F' has no gRPC form: 'm' is passed by reference")]
    [InlineData("[Service] interface IA { static abstract Task<M> F(M m); } [Contract] partial class M { }",
        "FATHOM017: F: 'F' has no gRPC form: it is static")]
    [InlineData("[Service] interface IA { Task<T> F<T>(M m); } [Contract] partial class M { }",
        "FATHOM018: <T>: 'F' has type parameters, and a gRPC method has one request and one response type: declare a method for each")]
    [InlineData("[Service] interface IA { Task<M> F(M m); ValueTask<M> FAsync(M m); } [Contract] partial class M { }",
        "FATHOM019: FAsync: 'F' is the gRPC name of 'FAsync' and of another method: set [Operation(Name = ...)] on one of them")]
    [InlineData("[Service] interface IA { Task<string> F(M m); } [Contract] partial class M { }",
        "FATHOM005: string: 'string' cannot be the type of 'F': the messages of a service are contracts")]
    [InlineData("[Service] interface IA { Task<M> F(IAsyncEnumerable<D> d); } class D { } [Contract] partial class M { }",
        "FATHOM005: D: 'D' cannot be the type of 'F': it is no contract; mark it [Contract] and give its members numbers")]
    [InlineData("[Service] interface IA { Task<M> F(M m, ServerCallContext context); } [Contract] partial class M { }",
        "FATHOM017: context: 'F' has no gRPC form: a service has no ServerCallContext of its own; take a CallContext, which has it as "
            + "Server")]
    [InlineData("[Service] interface IÄ { Task<M> F(M m); } [Contract] partial class M { }",
        "FATHOM013: IÄ: 'Ä' cannot be a name in .proto text: ASCII letters, digits and _ are accepted, not beginning with a "
        + "digit; set Name")]
    [InlineData("[Service] interface IA { Task<M> Größe(M m); } [Contract] partial class M { }",
        "FATHOM013: Größe: 'Größe' cannot be a name in .proto text: ASCII letters, digits and _ are accepted, not beginning with a "
            + "digit; set Name")]
    [InlineData(
        "[Contract] partial class Q : IRequest<M> { } [Contract] partial class M { } class H1 : IRequestHandler<Q, M> { public "
            + "ValueTask<M> HandleAsync(Q q, MessageContext c) => default; } class H2 : IRequestHandler<Q, M> { public ValueTask<M> "
            + "HandleAsync(Q q, MessageContext c) => default; }",
        "FATHOM021: H2: 'H2' handles 'Q', which 'H1' does already: a request has one handler; mark those [ManualRegistration] that are "
            + "not to be found")]
    [InlineData("class Q : IRequest<M> { } [Contract] partial class M { }",
        "FATHOM022: Q: 'Q' cannot be a message: it is no contract; mark it [Contract], make it partial and give its members numbers")]
    [InlineData(
        "class Q : IRequest<M> { } [Contract] partial class M { } class H : IRequestHandler<Q, M> { public ValueTask<M> HandleAsync(Q "
            + "q, MessageContext c) => default; }",
        "FATHOM022: Q: 'Q' cannot be a message: it is no contract; mark it [Contract], make it partial and give its members numbers")]
    [InlineData("[Contract] partial class Q : IRequest<M> { } class M { }",
        "FATHOM022: M: 'Q' cannot be a message: its answer 'M' is no contract; mark that [Contract]")]
    [InlineData("[Contract] partial class Q : IStreamRequest<int> { }",
        "FATHOM022: int: 'Q' cannot be a message: its answer 'int' is no contract; mark that [Contract]")]
    [InlineData("[Contract] partial class Q : INotification, IRequest<Q> { }",
        "FATHOM022: Q: 'Q' cannot be a message: it is INotification and IRequest<Q>, and a message is one of them")]
    [InlineData("partial class C { [Contract] private partial class Q : INotification { } }",
        "FATHOM022: Q: 'Q' cannot be a message: it is not accessible to generated code: make it, and the types around it, public or "
            + "internal")]
    [InlineData("struct Q : INotification { }", "FATHOM022: Q: 'Q' cannot be a message: a class or record is needed")]
    [InlineData(
        "[Contract] partial class Q : INotification { } class H<T> : INotificationHandler<Q> { public ValueTask HandleAsync(Q q, "
            + "MessageContext c) => default; }",
        "FATHOM023: H: 'H' is a handler that is not registered: it has type parameters; or mark it [ManualRegistration]")]
    [InlineData(
        "[Contract] partial class Q : INotification { } class H : INotificationHandler<Q> { public H() { } public H(int a) { } public "
            + "ValueTask HandleAsync(Q q, MessageContext c) => default; }",
        "FATHOM023: H: 'H' is a handler that is not registered: it has 2 public or internal constructors, and one is needed; or mark it "
            + "[ManualRegistration]")]
    [InlineData("[Contract, Remote(\"a:b\")] partial class Q : IRequest<Q> { }",
        "FATHOM024: \"a:b\": The remote of 'Q' is of no use: a name in the settings has characters, and no colon")]
    [InlineData("[Contract, Remote(\"a\")] partial class Q : INotification { }",
        "FATHOM024: Remote(\"a\"): The remote of 'Q' is of no use: it is a notification, which every remote gets")]
    [InlineData("[Contract] partial class Q : IRequest<Q> { } [Contract] partial class QHandler { }",
        "FATHOM010: Q: 'QHandler' of 'Q' is also the .proto name of 'QHandler': set Name on one of them")]
    public void A_mistake_is_said_on_its_token(string source, params string[] expected) =>
        new GeneratorRun(Usings + source).Diagnostics.ShouldBe(expected, ignoreOrder: true);

    [Fact]
    public void A_handler_of_another_assemblys_message_that_is_no_contract_is_said_on_the_message()
    {
        var run = GeneratorRun.Beside(
            "public class Bare : Fathom.Mediator.Messages.IRequest<Fathom.Contracts.Empty> { }",
            Usings + "class H : IRequestHandler<Bare, Empty> "
                + "{ public ValueTask<Empty> HandleAsync(Bare b, MessageContext c) => default; }");
        run.Diagnostics.ShouldBe(
            ["FATHOM022: Bare: 'Bare' cannot be a message: it is no contract; mark it [Contract], make it partial and give its members "
                + "numbers"]);
    }

    [Fact]
    public void A_handler_registers_the_message_of_another_assembly_too()
    {
        var run = GeneratorRun.Beside(
            "namespace Far; [Fathom.Contracts.Contract] public partial class Away : Fathom.Mediator.Messages.INotification { }",
            Usings + "public class H : INotificationHandler<Far.Away> { public ValueTask HandleAsync(Far.Away a, MessageContext c) => "
                + "default; }");
        run.Diagnostics.ShouldBeEmpty();
        run.Result.GeneratedSources.ShouldHaveSingleItem().SourceText.ToString()
            .ShouldContain("builder.AddNotification<global::Far.Away>(\"Far.AwayHandler\");");
    }

    [Theory]
    [InlineData(
        "[ManualRegistration] class H : INotificationHandler<Q> { private H(int a) { } public ValueTask HandleAsync(Q q, MessageContext "
            + "c) => default; }")]
    [InlineData("abstract class H : INotificationHandler<Q> { public abstract ValueTask HandleAsync(Q q, MessageContext c); }")]
    [InlineData("interface IH : INotificationHandler<Q> { }")]
    public void What_is_not_meant_to_be_found_is_not_spoken_of(string handler)
    {
        var run = new GeneratorRun(Usings + "[Contract] public partial class Q : INotification { } " + handler);
        run.Diagnostics.ShouldBeEmpty();
        run.Result.GeneratedSources.Single(s => s.HintName == "Handlers.g.cs").SourceText.ToString().ShouldNotContain("DiscoveredHandlers");
    }

    [Fact]
    public void Data_contracts_for_other_serializers_are_left_alone()
    {
        var run = new GeneratorRun(Usings + "[DataContract] class C { [DataMember] public decimal A { get; set; } }");
        run.Diagnostics.ShouldBeEmpty();
        run.Result.GeneratedSources.ShouldBeEmpty();
    }

    [Fact]
    public void Without_a_transport_only_messages_are_generated_and_that_is_said()
    {
        var run = new GeneratorRun(hasTransport: false,
            "using System.Threading.Tasks; using Fathom.Contracts; [Service] public interface IA { Task<M> F(M m); } [Contract] public "
                + "partial class M { }");
        run.Diagnostics.ShouldBe(
            ["FATHOM020: IA: 'IA' gets neither client nor host, since the project does not reference Fathom.Transport; its .proto text "
                + "is exported"]);
        run.Result.GeneratedSources.Select(s => s.HintName).ShouldBe(["M.g.cs", "ProtoFiles.g.cs"], ignoreOrder: true);
        run.Result.GeneratedSources.Single(s => s.HintName == "ProtoFiles.g.cs").SourceText.ToString().ShouldContain("service A {");
        run.CompilerProblems.ShouldBeEmpty();
    }

    [Fact]
    public void Every_diagnostic_has_its_page_and_every_page_its_diagnostic()
    {
        var pages = Directory.GetFiles(Repository.PathOf("docs/diagnostics"), "FATHOM*.md")
            .Select(p => Path.GetFileNameWithoutExtension(p));
        pages.ShouldBe(Descriptors.All.Select(d => d.Id), ignoreOrder: true);
        foreach (var descriptor in Descriptors.All)
        {
            File.ReadAllText(Repository.PathOf($"docs/diagnostics/{descriptor.Id}.md"))
                .ShouldStartWith($"# {descriptor.Id}: {descriptor.Title.ToString()}");
        }
    }

    private const string Usings = "using System.Collections.Generic; using System.Runtime.Serialization; using System.Threading; using "
        + "System.Threading.Tasks; using Fathom.Contracts; using Fathom.Transport.Server; using Fathom.Transport.Services; using "
        + "Fathom.Mediator.Messages;\n";
}
