using System.Text.Json.Serialization;

namespace Fathom.Lab.Results;

/// <summary>
/// One measured execution of a trial, in fresh processes. In JSON its metrics stand beside <c>block</c> and <c>position</c>:
/// <c>{ "block": 1, "position": 4, "errors": 0, "wall_ms": 9426.1, ... }</c>.
/// </summary>
/// <param name="Block">The block it belongs to, from 1: within a block every trial runs once, in random order.</param>
/// <param name="Position">Its place in the order of the whole run, from 1.</param>
/// <param name="Errors">Failed calls in it.</param>
/// <param name="Values">Metric id to value.</param>
[JsonConverter(typeof(ReplicateConverter))]
public sealed record Replicate(int Block, int Position, int Errors, IReadOnlyDictionary<string, double> Values);
