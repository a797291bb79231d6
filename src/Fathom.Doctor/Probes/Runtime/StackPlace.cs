using System.Text.RegularExpressions;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>Finds the application's own code in a stack: the innermost method that is neither the framework's nor a library's.</summary>
internal static partial class StackPlace
{
    private static readonly string[] Foreign =
    [
        "System.", "Microsoft.", "Grpc.", "Google.Protobuf.", "ProtoBuf.", "Interop", "Internal.", "MS.", "MessagePack.", "Serilog.",
        "NLog.",
    ];

    /// <summary>The methods of a stack from the innermost out, with namespace and type, without parameters.</summary>
    public static IEnumerable<string> MethodsOf(TraceCallStack? stack)
    {
        for (var frame = stack; frame is not null; frame = frame.Caller)
        {
            if (frame.CodeAddress.FullMethodName is { Length: > 0 } method)
            {
                yield return WithoutParameters(method);
            }
        }
    }

    /// <summary>The application's innermost method, readable; null where there is none.</summary>
    public static string? Of(TraceCallStack? stack) => Of(MethodsOf(stack));

    /// <summary>The application's innermost method among these; null where there is none.</summary>
    public static string? Of(IEnumerable<string> methods) =>
        methods.FirstOrDefault(m => !IsForeign(m)) is { } own ? Readable(own) : null;

    /// <summary>Whether a method is the framework's, or a known library's, by its name.</summary>
    public static bool IsForeign(string method) => Array.Exists(Foreign, f => method.StartsWith(f, StringComparison.Ordinal));

    /// <summary>What the compiler made of a lambda, a local function or an async method, as its author would name it.</summary>
    public static string Readable(string method)
    {
        var plain = TypeArguments().Replace(WithoutParameters(method), "").Replace("<Main>$", "Main", StringComparison.Ordinal);
        // Of a local function or a lambda that is async the state machine has their names: <<Method>g__Local|3_0>d.MoveNext.
        plain = LocalFunction().Replace(plain, "$2 in $1");
        plain = Lambda().Replace(plain, "$1");
        plain = StateMachine().Replace(plain, "$1");
        return Closure().Replace(plain, "").Replace('+', '.');
    }

    private static string WithoutParameters(string method) => method.IndexOf('(') is > 0 and var at ? method[..at] : method;

    // Type`1[System.__Canon], Method[System.ValueTuple`2[System.Int32,System.Int64]]
    [GeneratedRegex(@"`\d+|(?:`\d+)?\[(?>[^\[\]]+|\[(?<open>)|\](?<-open>))*(?(open)(?!))\]")]
    private static partial Regex TypeArguments();

    // Type+<Method>d__3.MoveNext
    [GeneratedRegex(@"<([^<>]*)>d(?:__\d+)?\.MoveNext")]
    private static partial Regex StateMachine();

    // <Method>g__Local|3_0
    [GeneratedRegex(@"<([^<>]+)>g__(\w+)\|[\d_]+")]
    private static partial Regex LocalFunction();

    // <Method>b__3_0
    [GeneratedRegex(@"<([^<>]+)>b__[\d_]+")]
    private static partial Regex Lambda();

    // +<>c, +<>c__DisplayClass3_0
    [GeneratedRegex(@"\+<>c(?:__DisplayClass[\d_]+)?")]
    private static partial Regex Closure();
}
