namespace Fathom.Contracts.Tests.Generator;

/// <summary>Each thing that can be wrong with a service is said once, on the token to change.</summary>
public class ServiceDiagnosticTests
{
    [Theory]
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
    public void A_mistake_is_said_on_its_token(string source, params string[] expected) =>
        new GeneratorRun(GeneratorRun.Usings + source).Diagnostics.ShouldBe(expected, ignoreOrder: true);

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
}
