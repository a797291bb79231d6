namespace Fathom.Contracts.Tests.Generator;

/// <summary>Each thing that can be wrong with a message of the mediator or its handler is said once, on the token to change.</summary>
public class HandlerDiagnosticTests
{
    [Theory]
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
        new GeneratorRun(GeneratorRun.Usings + source).Diagnostics.ShouldBe(expected, ignoreOrder: true);

    [Fact]
    public void A_handler_of_another_assemblys_message_that_is_no_contract_is_said_on_the_message()
    {
        var run = GeneratorRun.Beside(
            "public class Bare : Fathom.Mediator.Messages.IRequest<Fathom.Contracts.Empty> { }",
            GeneratorRun.Usings + "class H : IRequestHandler<Bare, Empty> "
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
            GeneratorRun.Usings + "public class H : INotificationHandler<Far.Away> "
                + "{ public ValueTask HandleAsync(Far.Away a, MessageContext c) => default; }");
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
        var run = new GeneratorRun(GeneratorRun.Usings + "[Contract] public partial class Q : INotification { } " + handler);
        run.Diagnostics.ShouldBeEmpty();
        run.Result.GeneratedSources.Single(s => s.HintName == "Handlers.g.cs").SourceText.ToString().ShouldNotContain("DiscoveredHandlers");
    }
}
